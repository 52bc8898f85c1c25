import { timelineOf } from './timeline.js';

const entry = (kind: string, created_at: string) => ({
  ...{ id: kind, subject_id: 'x', leg: 'destination' as const, attempt: 1, kind, amount: 1, currency: 'USD' as const },
  position: 1,
  ...{ debit_account: 'available' as const, credit_account: 'reserved' as const, banking_at: created_at, created_at },
});

describe('the timeline of a transfer', () => {
  it('unites its sources by time', () => {
    const items = timelineOf({
      history: [
        { status: 'created', updated_at: '2026-01-01T00:00:00Z' },
        { status: 'completed', updated_at: '2026-01-01T00:00:09Z' },
      ],
      entries: [entry('submit', '2026-01-01T00:00:05Z'), entry('reserve', '2026-01-01T00:00:01Z')],
      events: [{ event_type: 'transfer_created', created_at: '2026-01-01T00:00:00.500Z', sequence: 1 }],
    });
    expect(items.map(({ code }) => code)).toEqual(['created', 'transfer_created', 'reserve', 'submit', 'completed']);
  });

  it('puts the status before the entries and events that it caused at the same time', () => {
    const at = '2026-01-01T00:00:00Z';
    const items = timelineOf({
      events: [{ event_type: 'transfer_updated', created_at: at, sequence: 2 }],
      entries: [entry('reserve', at)],
      history: [{ status: 'pending', updated_at: at }],
    });
    expect(items.map(({ kind }) => kind)).toEqual(['status', 'ledger', 'event']);
  });

  it('is empty while nothing is known', () => expect(timelineOf({})).toEqual([]));
});
