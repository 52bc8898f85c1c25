import { canMove, finalStates, newId, unreachableStates } from '@payments/kernel';
import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { endToEndId, legIdOf, legTransitions, timetable } from './leg.js';
import type { LegStatus } from './leg.js';
import { fedAchRails, isInstant } from './rails.js';
import type { Rail } from './reason-codes.js';
import { transferStatuses, transferTransitions } from './transfer-status.js';

const statuses = Object.keys(legTransitions) as LegStatus[];
const leadingTo = (to: LegStatus) => statuses.filter((from) => canMove(legTransitions, from, to));

describe('the states of a leg', () => {
  it('are all reachable from held', () => {
    expect(unreachableStates(legTransitions, 'held')).toEqual([]);
  });

  it('are all reachable from ready, except held', () => {
    expect(unreachableStates(legTransitions, 'ready')).toEqual(['held']);
  });

  it('end only in rejected, returned or canceled', () => {
    expect(finalStates(legTransitions)).toEqual(['rejected', 'returned', 'canceled']);
  });

  it('can be canceled only before a leg may have been submitted', () => {
    expect(leadingTo('canceled')).toEqual(['held', 'ready']);
  });

  it('reach the processor only from ready, through submitting', () => {
    expect(leadingTo('submitting')).toEqual(['ready']);
    expect(legTransitions.ready).toEqual(['submitting', 'canceled']);
    expect(leadingTo('submitted')).toEqual(['submitting']);
  });

  it('let a result overtake our own record of the submission', () => {
    const onward = legTransitions.submitting.filter((to) => to !== 'submitted');
    expect(onward).toEqual(legTransitions.submitted);
  });

  it('lead back to ready until the network accepts the leg', () => {
    expect(leadingTo('ready')).toEqual(['held', 'submitting', 'submitted']);
  });

  it('allow settlement and return only after the network accepts the leg', () => {
    expect(leadingTo('settled')).toEqual(['accepted']);
    expect(leadingTo('returned')).toEqual(['accepted', 'settled', 'released']);
  });

  it('allow a return after settlement, but no rejection', () => {
    expect(legTransitions.settled).toEqual(['released', 'returned']);
    expect(legTransitions.released).toEqual(['returned']);
    expect(leadingTo('rejected')).toEqual(['submitting', 'submitted', 'accepted']);
  });
});

describe('the states of a transfer', () => {
  it('are all reachable from created', () => {
    expect(unreachableStates(transferTransitions, 'created')).toEqual([]);
  });

  it('end only in failed, because even settled money may be returned', () => {
    expect(finalStates(transferTransitions)).toEqual(['failed']);
  });

  it('can fail at any time', () => {
    const others = transferStatuses.filter((status) => status !== 'failed');
    expect(others.every((status) => canMove(transferTransitions, status, 'failed'))).toBe(true);
  });

  it('follow one another, and only a failure skips any', () => {
    const ways = transferStatuses.map((from) => transferTransitions[from].filter((to) => to !== 'failed'));
    expect(ways).toEqual([['pending'], ['completed'], ['settled'], [], []]);
  });

  it('never lead back', () => {
    const order = transferStatuses;
    const back = order.flatMap((from) =>
      transferTransitions[from].filter((to) => order.indexOf(to) <= order.indexOf(from)),
    );
    expect(back).toEqual([]);
  });
});

describe('the end-to-end id of a leg', () => {
  const uuid = fc.uuid();
  const attempt = fc.integer({ min: 1, max: 4 });

  it('identifies its leg in every attempt', () => {
    fc.assert(fc.property(uuid, attempt, (id, number) => expect(legIdOf(endToEndId(id, number))).toBe(id)));
    expect(legIdOf(endToEndId('0199c6d2-7f3e-7a41-8b5c-0123456789ab', 4))).toBe('0199c6d2-7f3e-7a41-8b5c-0123456789ab');
  });

  it('has at most 35 letters and digits', () => {
    fc.assert(fc.property(uuid, attempt, (id, number) => expect(endToEndId(id, number)).toMatch(/^P[0-9a-z]{32,34}$/)));
    expect(endToEndId(newId(), 1)).toHaveLength(33);
  });

  it('is unique to each leg and attempt', () => {
    const ids = Array.from({ length: 500 }, newId).flatMap((id) => [1, 2, 3, 4].map((each) => endToEndId(id, each)));
    expect(new Set(ids).size).toBe(2_000);
  });

  const hex = '0199c6d27f3e7a418b5c0123456789ab';
  it.each([
    ['nothing', ''],
    ['a leg id itself', '0199c6d2-7f3e-7a41-8b5c-0123456789ab'],
    ['no mark', hex],
    ['another mark', `Q${hex}`],
    ['one digit missing', `P${hex.slice(1)}`],
    ['two extra digits', `P${hex}22`],
    ['attempt 0', `P${hex}0`],
    ['a numbered first attempt', `P${hex}1`],
    ['capital letters', `P${hex.toUpperCase()}`],
    ['letters that are not hexadecimal digits', `P${hex.replace('c', 'g')}`],
    ['surrounding spaces', ` P${hex} `],
    ['a trailing line break', `P${hex}\n`],
    ['a prefix', `XP${hex}`],
    ['a foreign id', 'INV-2026-000017'],
  ])('identifies no leg with %s', (_, id) => {
    expect(legIdOf(id)).toBeUndefined();
  });
});

describe('the timetable of a leg', () => {
  const schedule = (leadMinutes: number) => fedAchRails(leadMinutes).schedule;
  const SCHEDULE = schedule(15);
  /** Rail, banking time, then window, effective date, settlement and the end of a debit's hold, in New York time. */
  const achTable: readonly [about: string, rail: Rail, at: string, ...times: [string, string, string, string]][] = [
    [
      'ach at noon',
      'ach',
      '2026-07-15T12:00-04:00',
      '2026-07-16T02:00-04:00',
      '2026-07-16',
      '2026-07-16T08:30-04:00',
      '2026-07-20T09:30-04:00',
    ],
    [
      'ach exactly at its cut-off',
      'ach',
      '2026-07-15T02:00-04:00',
      '2026-07-15T02:00-04:00',
      '2026-07-15',
      '2026-07-15T08:30-04:00',
      '2026-07-17T09:30-04:00',
    ],
    [
      'same-day ach at dawn',
      'same_day_ach',
      '2026-07-15T06:00-04:00',
      '2026-07-15T10:15-04:00',
      '2026-07-15',
      '2026-07-15T13:00-04:00',
      '2026-07-17T09:30-04:00',
    ],
    [
      'same-day ach at noon',
      'same_day_ach',
      '2026-07-15T12:00-04:00',
      '2026-07-15T14:30-04:00',
      '2026-07-15',
      '2026-07-15T17:00-04:00',
      '2026-07-17T09:30-04:00',
    ],
    [
      'same-day ach at three',
      'same_day_ach',
      '2026-07-15T15:00-04:00',
      '2026-07-15T16:30-04:00',
      '2026-07-15',
      '2026-07-15T18:00-04:00',
      '2026-07-17T09:30-04:00',
    ],
    [
      'same-day ach after the last window',
      'same_day_ach',
      '2026-07-15T17:00-04:00',
      '2026-07-16T10:15-04:00',
      '2026-07-16',
      '2026-07-16T13:00-04:00',
      '2026-07-20T09:30-04:00',
    ],
    [
      'ach before Labor Day',
      'ach',
      '2026-09-04T17:00-04:00',
      '2026-09-08T02:00-04:00',
      '2026-09-08',
      '2026-09-08T08:30-04:00',
      '2026-09-10T09:30-04:00',
    ],
    [
      'same-day ach before Labor Day',
      'same_day_ach',
      '2026-09-04T12:00-04:00',
      '2026-09-04T14:30-04:00',
      '2026-09-04',
      '2026-09-04T17:00-04:00',
      '2026-09-09T09:30-04:00',
    ],
    [
      'ach over Thanksgiving',
      'ach',
      '2026-11-24T12:00-05:00',
      '2026-11-25T02:00-05:00',
      '2026-11-25',
      '2026-11-25T08:30-05:00',
      '2026-11-30T09:30-05:00',
    ],
  ];

  it.each(achTable)('of %s has its windows and dates, and a hold if it is a debit', (...row) => {
    const [, rail, at, window, effective_date, settlement, hold] = row;
    const credit = { window_at: new Date(window), effective_date, settles_at: new Date(settlement), hold_until: null };
    expect(timetable({ rail, side: 'destination' }, new Date(at), SCHEDULE)).toEqual(credit);
    const debit = { ...credit, hold_until: new Date(hold) };
    expect(timetable({ rail, side: 'source' }, new Date(at), SCHEDULE)).toEqual(debit);
  });

  it.each(['rtp', 'fednow'] as const)('of %s is immediate at any hour, dated in New York', (rail) => {
    for (const [at, effective_date] of [
      ['2026-07-15T12:00:00-04:00', '2026-07-15'],
      ['2026-07-18T23:59:59.999-04:00', '2026-07-18'],
      ['2026-09-06T03:00:00-04:00', '2026-09-06'],
      ['2026-11-26T00:00:00-05:00', '2026-11-26'],
    ] as const) {
      const instant = new Date(at);
      expect(timetable({ rail, side: 'destination' }, instant, SCHEDULE)).toEqual({
        window_at: instant,
        effective_date,
        settles_at: instant,
        hold_until: null,
      });
    }
  });

  it('closes a window earlier by the lead time of the platform', () => {
    const at = new Date('2026-07-15T14:20:00-04:00');
    const leg = { rail: 'same_day_ach', side: 'destination' } as const;
    expect(timetable(leg, at, schedule(15)).window_at).toEqual(new Date('2026-07-15T14:30:00-04:00'));
    expect(timetable(leg, at, schedule(30)).window_at).toEqual(new Date('2026-07-15T16:15:00-04:00'));
  });

  it('orders creation, submission, settlement and release', () => {
    const rail = fc.constantFrom<Rail>('ach', 'same_day_ach', 'rtp', 'fednow');
    const side = fc.constantFrom('source' as const, 'destination' as const);
    const instant = fc.date({ min: new Date('2024-01-01Z'), max: new Date('2030-12-31Z'), noInvalidDate: true });
    fc.assert(
      fc.property(rail, side, instant, (anyRail, anySide, at) => {
        const { window_at, settles_at, hold_until } = timetable({ rail: anyRail, side: anySide }, at, SCHEDULE);
        const order = [at, window_at!, settles_at!, hold_until ?? settles_at!].map((each) => each.getTime());
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(hold_until !== null).toBe(anySide === 'source' && !isInstant(anyRail));
      }),
      { numRuns: countOf(1_000) },
    );
  });
});
