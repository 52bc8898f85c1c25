import type { LegExplanation } from '../../api/types.js';
import { barsOf } from './leg-spans.js';

const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const leg = (
  side: LegExplanation['side'],
  routed_at: string,
  change: Partial<LegExplanation> = {},
): LegExplanation => ({
  ...{ side, status: 'submitted', rail: 'ach' },
  attempts: [{ attempt: 1, rail: 'ach', end_to_end_id: 'e', routed_at, candidates: [] }],
  ...change,
});

describe('the bars of legs', () => {
  it('share one axis, from the first routing to the last end', () => {
    const debit = leg('source', at(0), { window_at: at(2), settles_at: at(5), hold_until: at(10) });
    const credit = leg('destination', at(5), { window_at: at(6), settles_at: at(8) });
    expect(
      barsOf([debit, credit]).map(({ spans }) => spans.map(({ kind, start, width }) => [kind, start, width])),
    ).toEqual([
      [
        ['waits', 0, 20],
        ['moves', 20, 30],
        ['held', 50, 50],
      ],
      [
        ['waits', 50, 10],
        ['moves', 60, 20],
      ],
    ]);
  });

  it('leave out what takes no time, as the window of an instant payment', () => {
    const instant = leg('destination', at(1), { window_at: at(1), settles_at: at(2) });
    expect(barsOf([instant])[0]!.spans).toEqual([{ kind: 'moves', until: at(2), start: 0, width: 100 }]);
  });

  it('begin with the rail that was taken last', () => {
    const moved = leg('destination', at(0), { settles_at: at(4) });
    const again = { ...moved, attempts: [...moved.attempts, { ...moved.attempts[0]!, attempt: 2, routed_at: at(2) }] };
    expect(barsOf([again])[0]!.spans).toEqual([{ kind: 'moves', until: at(4), start: 0, width: 100 }]);
  });

  it('are none before a rail is chosen, and where nothing takes time', () => {
    expect(barsOf([])).toEqual([]);
    expect(barsOf([leg('destination', at(1), { window_at: at(1), settles_at: at(1) })])).toEqual([]);
  });
});
