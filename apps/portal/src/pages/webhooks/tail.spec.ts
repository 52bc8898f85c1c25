import { added, matches, MOST_LINES } from './tail.js';
import type { TailLine } from './tail.js';

const line = (id: number): TailLine => ({
  ...{ id: String(id), type: 'transfer_updated', resource_type: 'transfer', resource_id: '019c-27', sequence: 1 },
  at: '2026-11-22T15:00:00Z',
});

describe('the live tail', () => {
  it('has the newest events first, and no more than it may', () => {
    const lines = Array.from({ length: MOST_LINES + 2 }, (_, id) => line(id)).reduce(added, [] as readonly TailLine[]);
    expect(lines).toHaveLength(MOST_LINES);
    expect(lines[0]!.id).toBe(String(MOST_LINES + 1));
    expect(lines.at(-1)!.id).toBe('2');
  });

  it('is narrowed by type, as it is shown or as the API says it, and by the id of the resource', () => {
    const found = (filter: string) => matches(line(1), filter);
    expect([found(''), found('Transfer upd'), found('transfer_upd'), found('019c'), found('person')]).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });
});
