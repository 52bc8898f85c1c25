import { newId } from '@payments/kernel';
import { aLeg, aTransfer } from '@payments/testing';
import { PASS } from './gate.js';
import { classifyResult } from './classify-result.js';
import { postponed, routingBy } from './leg-steps.js';
import { endToEndId, legTransitions } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, ResultKind, Retiming } from './leg.js';
import { fedAchRails } from './rails.js';
import { Transfer } from './transfer.js';
import type { PartyVerification } from './transfer-state.js';
import type { UseCase } from './transfer-type.js';

const NOW = new Date('2026-07-15T16:00:00Z');
/** A Wednesday at noon in New York: next-day ACH takes effect on the 16th, and the hold of a debit ends on the 20th. */
const NOON = new Date('2026-07-15T12:00:00-04:00');
const HOLD = new Date('2026-07-20T09:30:00-04:00');
const ROUTING = routingBy(fedAchRails(15), () => ({ rtp: true, fednow: true }));
const VERIFIED = { account: 'verified', customer: 'verified' } as const;
const CLEARED: PartyVerification = { source: VERIFIED, destination: VERIFIED };

/** One window later, and two. */
const FRIDAY: Retiming = { effective_date: '2026-07-17', settles_at: new Date('2026-07-17T08:30:00-04:00') };
const FRIDAY_HOLD = new Date('2026-07-21T09:30:00-04:00');
const MONDAY: Retiming = { effective_date: '2026-07-20', settles_at: new Date('2026-07-20T08:30:00-04:00') };
const MONDAY_HOLD = new Date('2026-07-22T09:30:00-04:00');
const TUESDAY: Retiming = { effective_date: '2026-07-14', settles_at: new Date('2026-07-14T08:30:00-04:00') };
const PLANNED: Retiming = { effective_date: '2026-07-16', settles_at: new Date('2026-07-16T08:30:00-04:00') };

const debit = (changes: Partial<LegState> = {}) =>
  aLeg({ side: 'source', ...PLANNED, hold_until: HOLD, last_result_at: PLANNED.settles_at, ...changes });

const accepted = (leg: LegState, retimed: Retiming, changes: Partial<ProcessorResult> = {}): ProcessorResult => ({
  ...{ processor_result_id: newId(), end_to_end_id: leg.end_to_end_id, kind: 'accepted', network_reason_code: null },
  ...{ trace_number: null, occurred_at: leg.window_at!, retimed },
  ...changes,
});

describe('postponed', () => {
  it('moves both times and the hold of a debit', () => {
    const leg = debit();
    expect(postponed(leg, FRIDAY)).toEqual({ ...leg, ...FRIDAY, hold_until: FRIDAY_HOLD });
  });

  it.each([
    ['earlier', TUESDAY],
    ['the planned ones', PLANNED],
  ])('leaves the leg as it is when the times are %s', (_, retimed) => {
    const leg = debit();
    expect(postponed(leg, retimed)).toBe(leg);
  });

  it('moves each time by itself, and none of them back', () => {
    const later = { effective_date: TUESDAY.effective_date, settles_at: FRIDAY.settles_at };
    expect(postponed(debit(), later)).toMatchObject({ ...PLANNED, settles_at: FRIDAY.settles_at, hold_until: HOLD });
    const longer = debit({ hold_until: MONDAY_HOLD });
    expect(postponed(longer, FRIDAY)).toMatchObject({ ...FRIDAY, hold_until: MONDAY_HOLD });
  });

  it('gives a credit no hold', () => {
    const credit = aLeg({ ...PLANNED });
    expect(postponed(credit, FRIDAY)).toMatchObject({ ...FRIDAY, hold_until: null });
  });
});

describe('classifyResult of a retimed acceptance', () => {
  it.each<[LegStatus, effect: string]>([
    ['submitting', 'apply'],
    ['submitted', 'apply'],
    ['accepted', 'apply'],
    ['settled', 'apply'],
    ['released', 'contradictory'],
    ['returned', 'apply'],
  ])('of a leg that is %s: %s', (status, effect) => {
    const leg = debit({ status });
    expect(classifyResult(accepted(leg, FRIDAY), leg)).toBe(effect);
  });

  it.each(Object.keys(legTransitions) as LegStatus[])('is that of any acceptance if nothing is later: %s', (status) => {
    const leg = debit({ status });
    const { retimed: _, ...plain } = accepted(leg, PLANNED);
    expect(classifyResult(accepted(leg, PLANNED), leg)).toBe(classifyResult(plain, leg));
  });

  it('is a duplicate for a released leg whose hold does not move', () => {
    const leg = debit({ status: 'released' });
    expect(classifyResult(accepted(leg, { ...PLANNED, settles_at: FRIDAY.settles_at }), leg)).toBe('duplicate');
  });

  it('concerns the current attempt only', () => {
    const id = newId();
    const attempt = { number: 1, rail: 'ach', routed_at: NOW.toISOString(), candidates: [] } as const;
    const first = { ...attempt, end_to_end_id: endToEndId(id, 1), unavailable_code: '9910' };
    const leg = debit({ id, attempt: 2, attempts: [first], end_to_end_id: endToEndId(id, 2), status: 'settled' });
    const early = accepted(leg, FRIDAY, { end_to_end_id: first.end_to_end_id });
    expect(classifyResult(early, leg)).toBe('duplicate');
  });
});

describe(`${Transfer.name} with a retimed leg`, () => {
  function submitted(use_case: UseCase): Transfer {
    const transfer = Transfer.restore(aTransfer({ use_case, created_at: NOW }), []);
    const options = { waitUntil: NOW, newLegId: newId, routing: ROUTING, judgment: PASS, reserveFunds: () => true };
    transfer.accept(CLEARED, { now: NOW, at: NOON, ...options });
    const leg = first(transfer);
    const batch = { batchId: newId(), partyVerification: CLEARED, routing: ROUTING };
    transfer.submit(leg.id, { now: NOW, at: leg.window_at!, ...batch });
    transfer.takeChanges();
    return transfer;
  }
  const first = (transfer: Transfer) => transfer.legSnapshots()[0]!;
  const report = (transfer: Transfer, result: ProcessorResult) =>
    transfer.recordResult(first(transfer).id, result, { now: NOW, routing: ROUTING });
  const retime = (transfer: Transfer, retimed: Retiming) => report(transfer, accepted(first(transfer), retimed));
  const reportPlain = (transfer: Transfer, kind: ResultKind, occurred_at: Date) => {
    const { retimed: _, ...plain } = accepted(first(transfer), PLANNED, { kind, occurred_at });
    return report(transfer, plain);
  };
  const expectedDay = (transfer: Transfer) =>
    transfer.snapshot().estimated_funds_delivery_date?.toISOString().slice(0, 10);

  it('holds the money of a debit from the day on which it takes effect', () => {
    const transfer = submitted('direct_debit');
    expect(first(transfer)).toMatchObject({ ...PLANNED, hold_until: HOLD });
    retime(transfer, FRIDAY);
    expect(first(transfer)).toMatchObject({ ...FRIDAY, hold_until: FRIDAY_HOLD, status: 'accepted' });
    reportPlain(transfer, 'settled', FRIDAY.settles_at);
    const { steps } = transfer.takeChanges();
    expect(steps).toMatchObject([{ kind: 'end_of_hold', from: FRIDAY.settles_at, until: FRIDAY_HOLD }]);
  });

  it('waits anew for the end of the hold when the debit has settled before', () => {
    const transfer = submitted('direct_debit');
    reportPlain(transfer, 'settled', FRIDAY.settles_at);
    expect(transfer.takeChanges().steps).toMatchObject([{ until: HOLD }]);
    expect(retime(transfer, FRIDAY)).toBe('apply');
    const { steps, postings } = transfer.takeChanges();
    const { id } = first(transfer);
    expect(steps).toEqual([{ kind: 'end_of_hold', leg_id: id, from: FRIDAY.settles_at, until: FRIDAY_HOLD }]);
    expect(postings).toEqual([]);
    transfer.endHold(id, { now: NOW, at: HOLD, routing: ROUTING });
    expect(first(transfer).status).toBe('settled');
    transfer.endHold(id, { now: NOW, at: FRIDAY_HOLD, routing: ROUTING });
    expect(first(transfer).status).toBe('released');
  });

  it('is moved again by a second roll, and not back by a late first one', () => {
    const transfer = submitted('direct_debit');
    retime(transfer, MONDAY);
    const moved = first(transfer);
    expect(moved.hold_until).toEqual(MONDAY_HOLD);
    expect(retime(transfer, FRIDAY)).toBe('duplicate');
    expect(first(transfer)).toBe(moved);
  });

  it('changes nothing once the money is released', () => {
    const transfer = submitted('direct_debit');
    reportPlain(transfer, 'settled', PLANNED.settles_at);
    transfer.endHold(first(transfer).id, { now: NOW, at: HOLD, routing: ROUTING });
    const before = [transfer.snapshot(), first(transfer)];
    expect(retime(transfer, FRIDAY)).toBe('contradictory');
    expect([transfer.snapshot(), first(transfer)]).toEqual(before);
  });

  it.each<[UseCase, before: string, after: string]>([
    ['payout', '2026-07-16', '2026-07-20'],
    ['direct_debit', '2026-07-20', '2026-07-22'],
    ['account_to_account', '2026-07-21', '2026-07-23'],
  ])('reports the later delivery of a %s once, in the event of its acceptance if there is one', (use_case, ...days) => {
    const transfer = submitted(use_case);
    expect(expectedDay(transfer)).toBe(days[0]);
    retime(transfer, MONDAY);
    expect(expectedDay(transfer)).toBe(days[1]);
    const { events } = transfer.takeChanges();
    expect(events.map(({ state }) => state.estimated_funds_delivery_date)).toEqual([
      transfer.snapshot().estimated_funds_delivery_date,
    ]);
    retime(transfer, MONDAY);
    retime(transfer, FRIDAY);
    expect(transfer.takeChanges().events).toEqual([]);
  });

  it('moves the hold of a failed transfer too, but promises nothing', () => {
    const transfer = submitted('account_to_account');
    reportPlain(transfer, 'accepted', first(transfer).window_at!);
    transfer.cancel({ now: NOW, at: NOON });
    const before = expectedDay(transfer);
    transfer.takeChanges();
    retime(transfer, FRIDAY);
    expect([first(transfer).hold_until, expectedDay(transfer)]).toEqual([FRIDAY_HOLD, before]);
    expect(transfer.takeChanges().events).toEqual([]);
  });

  it('takes a return before the later settlement as one of an unsettled entry', () => {
    const transfer = submitted('direct_debit');
    retime(transfer, FRIDAY);
    reportPlain(transfer, 'returned', new Date('2026-07-16T12:00:00-04:00'));
    expect(transfer.takeChanges().postings.map(({ kind }) => kind)).not.toContain('settle');
    expect(first(transfer).status).toBe('returned');
  });
});
