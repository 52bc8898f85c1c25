import { newId } from '@payments/kernel';
import { aTransfer } from '@payments/testing';
import {
  attempted,
  expectedDelivery,
  isSent,
  isUnsent,
  newLeg,
  resultsUpTo,
  routingBy,
  triedRails,
  withUnavailable,
} from './leg-steps.js';
import { endToEndId, legTransitions } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, Side } from './leg.js';
import { fedAchRails } from './rails.js';
import type { Participation } from './rails.js';
import type { Speed, TransferState } from './transfer-state.js';
import { sidesOf } from './transfer-state.js';
import type { UseCase } from './transfer-type.js';

const NOW = new Date('2026-07-15T16:00:00Z');
const BOTH: Participation = { rtp: true, fednow: true };
const NEITHER: Participation = { rtp: false, fednow: false };

const OFFERED = fedAchRails(15);
const routing = (participation = BOTH) => routingBy(OFFERED, () => participation);

/** The legs of a transfer as they are once it is accepted. */
function routedLegs(transfer: TransferState, at: Date, participation = BOTH): LegState[] {
  const rails = routing(participation);
  return sidesOf(transfer).map((side) => {
    const leg = newLeg(transfer, side, { id: newId(), now: NOW });
    return attempted(leg, rails.route(leg, transfer.speed, { at }), { at, routing: rails });
  });
}

describe('a new leg', () => {
  it.each<[UseCase, Side, LegStatus]>([
    ['payout', 'destination', 'ready'],
    ['direct_debit', 'source', 'ready'],
    ['deposit', 'source', 'ready'],
    ['deposit', 'destination', 'held'],
    ['account_to_account', 'source', 'ready'],
    ['account_to_account', 'destination', 'held'],
  ])('of a %s on the %s side starts as %s', (use_case, side, status) => {
    expect(newLeg(aTransfer({ use_case }), side, { id: newId(), now: NOW }).status).toBe(status);
  });

  it('has the amount, and its account as of the acceptance', () => {
    const transfer = aTransfer({ use_case: 'account_to_account' });
    for (const side of ['source', 'destination'] as const) {
      const id = newId();
      const { account_id, account_version } = transfer[side]!;
      expect(newLeg(transfer, side, { id, now: NOW })).toMatchObject({
        ...{ id, side, transfer_id: transfer.id, amount: 12_500n, account_id, account_version },
        ...{ attempt: 1, attempts: [], batch_id: null, end_to_end_id: endToEndId(id, 1) },
        ...{ version: 1, created_at: NOW, updated_at: NOW },
      });
    }
  });
});

describe('a leg', () => {
  const statuses = Object.keys(legTransitions) as LegStatus[];

  const sent = (status: LegStatus) => ({ status, batch_id: newId() });

  it('is unsent while the processor does not have it', () => {
    expect(statuses.filter((status) => isUnsent(sent(status)))).toEqual(['held', 'ready']);
  });

  it('is unsent again when its batch did not arrive', () => {
    expect(isUnsent({ status: 'submitting', batch_id: null })).toBe(true);
  });

  it('is either unsent, sent, or ended without effect', () => {
    const rest = statuses.filter((status) => !isUnsent(sent(status)) && !isSent({ status }));
    expect(rest).toEqual(['rejected', 'returned', 'canceled']);
    expect(statuses.filter((status) => isUnsent(sent(status)) && isSent({ status }))).toEqual([]);
  });
});

describe('an attempt of a leg', () => {
  const ready = newLeg(aTransfer({ use_case: 'payout', speed: 'asap' }), 'destination', { id: newId(), now: NOW });
  const at = new Date('2026-07-15T12:00:00-04:00');
  const context = { at, routing: routing() };
  const first = attempted(ready, context.routing.route(ready, 'asap', { at }), context);

  it('records its rail, end-to-end id, banking time and candidates', () => {
    expect(first).toMatchObject({ status: 'ready', rail: 'rtp', attempt: 1, end_to_end_id: endToEndId(ready.id, 1) });
    expect(first.attempts).toEqual([
      {
        number: 1,
        rail: 'rtp',
        end_to_end_id: endToEndId(ready.id, 1),
        routed_at: '2026-07-15T16:00:00.000Z',
        candidates: [
          { rail: 'rtp', taken: true, why: 'chosen' },
          { rail: 'fednow', taken: false, why: 'not_needed' },
          { rail: 'same_day_ach', taken: false, why: 'not_needed' },
          { rail: 'ach', taken: false, why: 'not_needed' },
        ],
      },
    ]);
  });

  it('has the times of its rail', () => {
    expect(first).toMatchObject({ window_at: at, effective_date: '2026-07-15', settles_at: at, hold_until: null });
  });

  it('has its own id and times, and keeps the failed attempt', () => {
    const failed = withUnavailable(first, '9910', at);
    const neither = routing(NEITHER);
    const chosen = neither.route(ready, 'asap', { at, unavailable: triedRails(failed.attempts) });
    const second = attempted({ ...failed, attempt: 2 }, chosen, { at, routing: neither });
    expect(second).toMatchObject({
      rail: 'same_day_ach',
      end_to_end_id: endToEndId(ready.id, 2),
      window_at: new Date('2026-07-15T14:30:00-04:00'),
      settles_at: new Date('2026-07-15T17:00:00-04:00'),
    });
    expect(second.attempts).toMatchObject([
      { number: 1, rail: 'rtp', unavailable_code: '9910', end_to_end_id: endToEndId(ready.id, 1) },
      { number: 2, rail: 'same_day_ach', end_to_end_id: endToEndId(ready.id, 2) },
    ]);
    expect(second.attempts[1]).not.toHaveProperty('unavailable_code');
  });

  it('of a held leg has no times until the hold ends', () => {
    const held = newLeg(aTransfer({ use_case: 'deposit' }), 'destination', { id: newId(), now: NOW });
    const waiting = attempted(held, context.routing.route(held, 'standard', { at }), context);
    expect(waiting).toMatchObject({ status: 'held', rail: 'ach', attempts: [{ number: 1, rail: 'ach' }] });
    expect(waiting).toMatchObject({ window_at: null, effective_date: null, settles_at: null, hold_until: null });
  });

  it('does not modify the leg that it is created from', () => {
    expect(ready).toMatchObject({ attempts: [], window_at: null });
    withUnavailable(first, 'AG03', at);
    expect(first.attempts[0]).not.toHaveProperty('unavailable_code');
  });
});

describe('the unavailable rails of a leg', () => {
  const attempt = (number: number, rail: 'rtp' | 'fednow' | 'ach', unavailable_code?: string) => ({
    ...{ number, rail, end_to_end_id: endToEndId(newId(), number), routed_at: NOW.toISOString(), candidates: [] },
    ...(unavailable_code !== undefined && { unavailable_code }),
  });

  it('are those of earlier unavailable attempts, not the current one', () => {
    expect(triedRails([])).toEqual([]);
    expect(triedRails([attempt(1, 'rtp')])).toEqual([]);
    expect(triedRails([attempt(1, 'rtp', '9910'), attempt(2, 'fednow', 'AG03'), attempt(3, 'ach')])).toEqual([
      'rtp',
      'fednow',
    ]);
  });

  it('are recorded for the current attempt only', () => {
    const [leg] = routedLegs(aTransfer({ use_case: 'payout', speed: 'asap' }), NOW);
    const current = { ...leg!, attempt: 2, attempts: [attempt(1, 'rtp', '9910'), attempt(2, 'fednow')] };
    expect(withUnavailable(current, '9948', NOW).attempts.map(({ unavailable_code }) => unavailable_code)).toEqual([
      '9910',
      '9948',
    ]);
  });
});

describe('the expected arrival date of the money', () => {
  const WEDNESDAY = '2026-07-15T12:00:00-04:00';
  const WEDNESDAY_EVENING = '2026-07-15T17:00:00-04:00';
  const BEFORE_LABOR_DAY = '2026-09-04T12:00:00-04:00';
  const SATURDAY_OF_LABOR_DAY = '2026-09-05T12:00:00-04:00';
  const BEFORE_THANKSGIVING = '2026-11-23T12:00:00-05:00';

  const table: readonly [UseCase, Speed, at: string, day: string, Participation?][] = [
    // A payout: its settlement.
    ['payout', 'standard', WEDNESDAY, '2026-07-16'],
    ['payout', 'same_day', WEDNESDAY, '2026-07-15'],
    ['payout', 'asap', WEDNESDAY, '2026-07-15'],
    ['payout', 'asap', WEDNESDAY, '2026-07-15', NEITHER],
    ['payout', 'same_day', WEDNESDAY_EVENING, '2026-07-16'],
    ['payout', 'asap', WEDNESDAY_EVENING, '2026-07-15'],
    ['payout', 'asap', WEDNESDAY_EVENING, '2026-07-16', NEITHER],
    ['payout', 'asap', '2026-07-15T23:30:00-04:00', '2026-07-15'],
    ['payout', 'standard', BEFORE_LABOR_DAY, '2026-09-08'],
    ['payout', 'same_day', BEFORE_LABOR_DAY, '2026-09-04'],
    ['payout', 'standard', SATURDAY_OF_LABOR_DAY, '2026-09-08'],
    ['payout', 'same_day', SATURDAY_OF_LABOR_DAY, '2026-09-08'],
    ['payout', 'asap', SATURDAY_OF_LABOR_DAY, '2026-09-05'],
    ['payout', 'asap', SATURDAY_OF_LABOR_DAY, '2026-09-08', NEITHER],
    // A debit: the end of its hold, two banking days after its effective date.
    ['direct_debit', 'standard', WEDNESDAY, '2026-07-20'],
    ['direct_debit', 'same_day', WEDNESDAY, '2026-07-17'],
    ['direct_debit', 'asap', WEDNESDAY, '2026-07-17'],
    ['direct_debit', 'same_day', WEDNESDAY_EVENING, '2026-07-20'],
    ['direct_debit', 'asap', WEDNESDAY_EVENING, '2026-07-20'],
    ['direct_debit', 'standard', BEFORE_LABOR_DAY, '2026-09-10'],
    ['direct_debit', 'same_day', BEFORE_LABOR_DAY, '2026-09-09'],
    ['direct_debit', 'standard', BEFORE_THANKSGIVING, '2026-11-27'],
    // Two legs: the settlement of the credit, which waits for the end of the hold.
    ['deposit', 'standard', WEDNESDAY, '2026-07-21'],
    ['account_to_account', 'standard', WEDNESDAY, '2026-07-21'],
    ['account_to_account', 'same_day', WEDNESDAY, '2026-07-17'],
    ['account_to_account', 'asap', WEDNESDAY, '2026-07-17'],
    ['account_to_account', 'asap', WEDNESDAY, '2026-07-17', NEITHER],
    ['account_to_account', 'standard', BEFORE_LABOR_DAY, '2026-09-11'],
    ['deposit', 'same_day', BEFORE_LABOR_DAY, '2026-09-09'],
    ['deposit', 'asap', SATURDAY_OF_LABOR_DAY, '2026-09-10'],
    ['account_to_account', 'standard', BEFORE_THANKSGIVING, '2026-11-30'],
  ];

  it.each(table)('of a %s, %s, accepted at %s is %s, as midnight UTC', (...row) => {
    const [use_case, speed, at, day, participation] = row;
    const legs = routedLegs(aTransfer({ use_case, speed }), new Date(at), participation);
    expect(expectedDelivery(legs, OFFERED.schedule).toISOString()).toBe(`${day}T00:00:00.000Z`);
  });
});

describe('resultsUpTo', () => {
  const SETTLES = new Date('2026-07-16T08:30:00-04:00');
  const HOLD = new Date('2026-07-20T09:30:00-04:00');
  const [debit] = routedLegs(aTransfer({ use_case: 'direct_debit' }), new Date('2026-07-15T12:00:00-04:00'));
  const [credit] = routedLegs(aTransfer({ use_case: 'payout' }), new Date('2026-07-15T12:00:00-04:00'));
  const before = (instant: Date) => new Date(instant.getTime() - 1);

  type Report = Pick<ProcessorResult, 'kind' | 'occurred_at'> & Partial<ProcessorResult>;
  const steps = (leg: LegState, report: Report) => {
    const { end_to_end_id } = leg;
    const result = {
      processor_result_id: 'result-1',
      end_to_end_id,
      network_reason_code: null,
      trace_number: 'trace-1',
    };
    return resultsUpTo({ ...result, ...report }, leg);
  };
  const kinds = (leg: LegState, report: Report) => steps(leg, report).map(({ kind }) => kind);

  it('is checked with legs of known settlement and hold times', () => {
    expect(debit).toMatchObject({ settles_at: SETTLES, hold_until: HOLD });
    expect(credit).toMatchObject({ settles_at: SETTLES, hold_until: null });
  });

  it.each([
    ['accepted', ['accepted']],
    ['settled', ['accepted', 'settled']],
    ['rejected', ['rejected']],
  ] as const)('returns for %s the steps %j, at any time', (kind, expected) => {
    for (const leg of [debit!, credit!]) {
      for (const at of [before(SETTLES), SETTLES, before(HOLD), HOLD, new Date('2027-01-01Z')]) {
        expect(kinds(leg, { kind, occurred_at: at })).toEqual(expected);
      }
    }
  });

  it.each([
    ['before its settlement', before(SETTLES), ['accepted', 'returned']],
    ['at its settlement', SETTLES, ['accepted', 'settled', 'returned']],
    ['before the end of its hold', before(HOLD), ['accepted', 'settled', 'returned']],
    ['at the end of its hold', HOLD, ['accepted', 'settled', 'released', 'returned']],
    ['long after', new Date('2026-09-01Z'), ['accepted', 'settled', 'released', 'returned']],
  ] as const)('returns the steps of a debit that was returned %s', (_, at, expected) => {
    expect(kinds(debit!, { kind: 'returned', occurred_at: at, network_reason_code: 'R10' })).toEqual(expected);
  });

  it.each([
    ['before its settlement', before(SETTLES), ['accepted', 'returned']],
    ['at its settlement', SETTLES, ['accepted', 'settled', 'returned']],
    ['long after', new Date('2026-09-01Z'), ['accepted', 'settled', 'returned']],
  ] as const)('returns the steps of a credit that was returned %s', (_, at, expected) => {
    expect(kinds(credit!, { kind: 'returned', occurred_at: at, network_reason_code: 'R02' })).toEqual(expected);
  });

  it('gives each step its own banking time where it is known', () => {
    const late = new Date('2026-07-27T08:00:00-04:00');
    expect(steps(debit!, { kind: 'returned', occurred_at: late }).map(({ kind, at }) => [kind, at])).toEqual([
      ['accepted', late],
      ['settled', SETTLES],
      ['released', HOLD],
      ['returned', late],
    ]);
  });

  it('gives the code and trace number to the return only', () => {
    const late = steps(debit!, { kind: 'returned', occurred_at: HOLD, network_reason_code: 'R10' });
    expect(late.slice(0, -1).every((step) => step.network_reason_code === null && step.trace_number === null)).toBe(
      true,
    );
    expect(late.at(-1)).toMatchObject({ kind: 'returned', network_reason_code: 'R10', trace_number: 'trace-1' });
  });

  it('gives the acceptance the trace number of the settlement', () => {
    expect(steps(credit!, { kind: 'settled', occurred_at: SETTLES })).toMatchObject([
      { kind: 'accepted', trace_number: 'trace-1', at: SETTLES },
      { kind: 'settled', trace_number: 'trace-1', at: SETTLES },
    ]);
  });
});
