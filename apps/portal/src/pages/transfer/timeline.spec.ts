import type { Approval } from '../../api/types.js';
import { timelineOf } from './timeline.js';

const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const entry = (kind: string, created_at: string, banking_at = created_at) => ({
  ...{ id: kind, subject_id: 'x', leg: 'destination' as const, attempt: 1, kind, amount: 1, currency: 'USD' as const },
  position: 1,
  ...{ debit_account: 'available' as const, credit_account: 'reserved' as const, banking_at, created_at },
});
const approval = (change: Partial<Approval>): Approval => ({
  ...{ id: 'a', subject_type: 'transfer', subject_id: 'x', subject: {}, digest: '', status: 'pending' },
  ...{ policies: [], decisions: [], requested_by: 'jdoe', requested_at: at(1), expires_at: at(9) },
  ...change,
});

describe('the timeline of a transfer', () => {
  it('unites its sources by time', () => {
    const items = timelineOf({
      history: [
        { status: 'created', updated_at: at(0) },
        { status: 'completed', updated_at: at(9) },
      ],
      entries: [entry('submit', at(5)), entry('reserve', at(1))],
      events: [{ event_type: 'transfer_created', created_at: '2026-01-01T00:00:00.500Z', sequence: 1 }],
    });
    expect(items.map(({ code }) => code)).toEqual(['created', 'transfer_created', 'reserve', 'submit', 'completed']);
  });

  it('puts the status before the entries, events and deliveries that it caused at the same time', () => {
    const items = timelineOf({
      deliveries: [
        { event_type: 'transfer_updated', endpoint: 'x', attempts: [{ attempted_at: at(0), duration_ms: 1 }] },
      ],
      events: [{ event_type: 'transfer_updated', created_at: at(0), sequence: 2 }],
      entries: [entry('reserve', at(0))],
      history: [{ status: 'pending', updated_at: at(0) }],
    });
    expect(items.map(({ kind }) => kind)).toEqual(['status', 'ledger', 'event', 'delivery']);
  });

  it('tells of an entry when it was written, and when that was by the banking clock', () => {
    expect(timelineOf({ entries: [entry('settle', at(5), at(2))] })).toMatchObject([{ at: at(5), bankingAt: at(2) }]);
  });

  it('has the request of an approval and each decision with its comment', () => {
    const decisions: Approval['decisions'] = [
      { user: 'amy', decision: 'approve', decided_at: at(2) },
      { user: 'bob', decision: 'reject', comment: 'who is this?', decided_at: at(3) },
    ];
    const items = timelineOf({ approval: approval({ decisions, status: 'rejected', decided_at: at(3) }) });
    expect(items.map(({ code, detail }) => [code, detail])).toEqual([
      ['requested', 'jdoe'],
      ['approve', 'amy'],
      ['reject', 'bob: who is this?'],
    ]);
  });

  it('has the end of an approval that nobody decided', () => {
    const items = timelineOf({ approval: approval({ status: 'expired', decided_at: at(8) }) });
    expect(items.map(({ code, at: time }) => [code, time])).toEqual([
      ['requested', at(1)],
      ['expired', at(8)],
    ]);
  });

  it('has every attempt to deliver an event, and how it went', () => {
    const attempts = [
      { attempted_at: at(1), duration_ms: 84, status_code: 500, error: 'status_500' },
      { attempted_at: at(4), duration_ms: 20, status_code: 200 },
    ];
    const items = timelineOf({ deliveries: [{ event_type: 'transfer_updated', endpoint: 'https://x', attempts }] });
    expect(items.map(({ at: time, tone, detail }) => [time, tone, detail])).toEqual([
      [at(1), 'failed', 'https://x: 500 in 84 ms'],
      [at(4), 'delivered', 'https://x: 200 in 20 ms'],
    ]);
  });

  it('is empty while nothing is known', () => expect(timelineOf({})).toEqual([]));
});
