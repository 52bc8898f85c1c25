import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { nextWindow, sameDayWindowLeft } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';
import { fedAchRails, isInstant, isUnavailable, limitOf, route, unroutable } from './rails.js';
import type { RouteRequest } from './rails.js';
import type { Rail } from './reason-codes.js';

const IN_TIME = new Date('2026-07-15T16:30:00-04:00');
const TOO_LATE = new Date('2026-07-15T16:30:00.001-04:00');
const SATURDAY = new Date('2026-07-18T10:00:00-04:00');
const MILLION = 100_000_000n;
const TEN_MILLION = 1_000_000_000n;

const EVENING = new Date('2026-07-15T19:00:00-04:00');
const NIGHT = new Date('2026-07-15T21:00:00-04:00');
const ACH: ReadonlySet<Rail> = new Set(['ach']);
const same_day = { speed: 'same_day' } as const;
/** A bank that takes next-day files until 20:00. */
const BANK: AchSchedule = {
  leadMinutes: 15,
  windows: [
    { rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00' },
    { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' },
  ],
};
const NEXT_DAY_ONLY: AchSchedule = { ...BANK, windows: BANK.windows.filter(({ rail }) => rail === 'ach') };

const request = (overrides: Partial<RouteRequest>): RouteRequest => ({
  side: 'destination',
  speed: 'asap',
  amount: 12_500n,
  participation: { rtp: true, fednow: true },
  at: IN_TIME,
  ...fedAchRails(15),
  unavailable: [],
  ...overrides,
});
const neither = { rtp: false, fednow: false };
const onlyFednow = { rtp: false, fednow: true };
const onlyRtp = { rtp: true, fednow: false };

/** What is asked, and each candidate with its reason: `rtp:chosen`. */
const table: readonly [about: string, overrides: Partial<RouteRequest>, candidates: string][] = [
  ['a standard credit', { speed: 'standard' }, 'ach:chosen'],
  ['a standard debit', { side: 'source', speed: 'standard' }, 'ach:chosen'],
  ['a standard credit of any amount', { speed: 'standard', amount: 9_999_999_999n }, 'ach:chosen'],
  ['a same-day credit', { speed: 'same_day' }, 'same_day_ach:chosen'],
  ['a same-day debit', { side: 'source', speed: 'same_day' }, 'same_day_ach:chosen'],
  ['a same-day credit after the last window', { speed: 'same_day', at: TOO_LATE }, 'same_day_ach:chosen'],
  ['a same-day debit on a Saturday', { side: 'source', speed: 'same_day', at: SATURDAY }, 'same_day_ach:chosen'],
  ['a same-day credit of a million', { speed: 'same_day', amount: MILLION }, 'same_day_ach:chosen'],
  ['a same-day credit of a cent more', { speed: 'same_day', amount: MILLION + 1n }, 'same_day_ach:over_limit'],
  [
    'a same-day credit of a million that settles on the last day of the lower limit',
    { speed: 'same_day', amount: MILLION, at: new Date('2022-03-17T12:00:00-04:00') },
    'same_day_ach:over_limit',
  ],
  [
    'a same-day credit of a million that settles on the first day of the higher limit',
    { speed: 'same_day', amount: MILLION, at: new Date('2022-03-17T19:00:00-04:00') },
    'same_day_ach:chosen',
  ],
  ['an asap debit', { side: 'source' }, 'same_day_ach:chosen ach:not_needed'],
  [
    'an asap debit of a cent over a million',
    { side: 'source', amount: MILLION + 1n },
    'same_day_ach:over_limit ach:chosen',
  ],
  ['an asap debit after the last window', { side: 'source', at: TOO_LATE }, 'same_day_ach:chosen ach:not_needed'],
  ['an asap credit', {}, 'rtp:chosen fednow:not_needed same_day_ach:not_needed ach:not_needed'],
  [
    'an asap credit to a bank in FedNow only',
    { participation: onlyFednow },
    'rtp:not_participating fednow:chosen same_day_ach:not_needed ach:not_needed',
  ],
  [
    'an asap credit to a bank in RTP only',
    { participation: onlyRtp },
    'rtp:chosen fednow:not_participating same_day_ach:not_needed ach:not_needed',
  ],
  [
    'an asap credit to a bank in neither',
    { participation: neither },
    'rtp:not_participating fednow:not_participating same_day_ach:chosen ach:not_needed',
  ],
  [
    'an asap credit to a bank in neither, too late',
    { participation: neither, at: TOO_LATE },
    'rtp:not_participating fednow:not_participating same_day_ach:window_passed ach:chosen',
  ],
  [
    'an asap credit to a bank in neither, over a million',
    { participation: neither, amount: MILLION + 1n },
    'rtp:not_participating fednow:not_participating same_day_ach:over_limit ach:chosen',
  ],
  [
    'an asap credit of ten million',
    { amount: TEN_MILLION },
    'rtp:chosen fednow:not_needed same_day_ach:over_limit ach:not_needed',
  ],
  [
    'an asap credit of a cent more',
    { amount: TEN_MILLION + 1n },
    'rtp:over_limit fednow:over_limit same_day_ach:over_limit ach:chosen',
  ],
  [
    'an asap credit at night',
    { at: TOO_LATE },
    'rtp:chosen fednow:not_needed same_day_ach:window_passed ach:not_needed',
  ],
  [
    'an asap credit that found RTP unavailable',
    { unavailable: ['rtp'] },
    'rtp:unavailable fednow:chosen same_day_ach:not_needed ach:not_needed',
  ],
  [
    'an asap credit that found both unavailable',
    { unavailable: ['rtp', 'fednow'] },
    'rtp:unavailable fednow:unavailable same_day_ach:chosen ach:not_needed',
  ],
  [
    'an asap credit that found both unavailable on a Saturday',
    { unavailable: ['rtp', 'fednow'], at: SATURDAY },
    'rtp:unavailable fednow:unavailable same_day_ach:window_passed ach:chosen',
  ],
  [
    'an asap credit of a bank without instant rails',
    { carried: new Set(['same_day_ach', 'ach']) },
    'rtp:not_offered fednow:not_offered same_day_ach:chosen ach:not_needed',
  ],
  [
    'an asap credit of a bank without RTP to a bank in neither',
    { carried: new Set(['fednow', 'ach']), participation: neither },
    'rtp:not_offered fednow:not_participating same_day_ach:not_offered ach:chosen',
  ],
  ['a same-day debit of a bank without it', { ...same_day, side: 'source', carried: ACH }, 'same_day_ach:not_offered'],
  [
    'a same-day credit over every limit',
    { ...same_day, carried: ACH, amount: TEN_MILLION },
    'same_day_ach:not_offered',
  ],
  ['a credit of a bank that carries nothing', { speed: 'standard', carried: new Set() }, 'ach:not_offered'],
  ['a same-day credit without a window', { ...same_day, schedule: NEXT_DAY_ONLY }, 'same_day_ach:not_offered'],
  [
    'an asap credit without a same-day window',
    { participation: neither, schedule: NEXT_DAY_ONLY },
    'rtp:not_participating fednow:not_participating same_day_ach:not_offered ach:chosen',
  ],
  [
    'an asap credit, too late, of a bank with same-day ACH alone',
    { at: TOO_LATE, carried: new Set(['same_day_ach']) },
    'rtp:not_offered fednow:not_offered same_day_ach:chosen ach:not_offered',
  ],
  [
    'an asap credit in the evening, while the next-day window is open',
    { participation: neither, at: EVENING, schedule: BANK },
    'rtp:not_participating fednow:not_participating same_day_ach:window_passed ach:chosen',
  ],
  [
    'an asap credit at night, when tomorrow at noon comes before the next-day window',
    { participation: neither, at: NIGHT, schedule: BANK },
    'rtp:not_participating fednow:not_participating same_day_ach:chosen ach:not_needed',
  ],
  [
    'an asap credit that found every rail unavailable',
    { unavailable: ['rtp', 'fednow', 'same_day_ach', 'ach'] },
    'rtp:unavailable fednow:unavailable same_day_ach:unavailable ach:unavailable',
  ],
];

describe('the rail of a leg', () => {
  it.each(table)('for %s', (_, overrides, expected) => {
    const { rail, candidates } = route(request(overrides));
    expect(candidates.map((each) => `${each.rail}:${each.why}`).join(' ')).toBe(expected);
    expect(candidates.filter(({ taken }) => taken).map((each) => each.rail)).toEqual(rail === undefined ? [] : [rail]);
    expect(rail).toBe(/(\w+):chosen/.exec(expected)?.[1]);
  });

  const requests: fc.Arbitrary<RouteRequest> = fc.record({
    side: fc.constantFrom('source', 'destination'),
    speed: fc.constantFrom('standard', 'same_day', 'asap'),
    amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    participation: fc.record({ rtp: fc.boolean(), fednow: fc.boolean() }),
    at: fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
    schedule: fc.oneof(
      fc.integer({ min: 0, max: 240 }).map((leadMinutes) => fedAchRails(leadMinutes).schedule),
      fc.constantFrom(BANK, NEXT_DAY_ONLY),
    ),
    carried: fc.subarray<Rail>(['rtp', 'fednow', 'same_day_ach', 'ach']).map((rails) => new Set(rails)),
    unavailable: fc.subarray<Rail>(['rtp', 'fednow', 'same_day_ach']),
  });

  it('fits the speed, bank and amount, and is available', () => {
    const rule = fc.property(requests, (asked) => {
      const { rail, candidates } = route(asked);
      expect(candidates.filter(({ taken }) => taken).map((each) => each.rail)).toEqual(rail ? [rail] : []);
      expect(candidates.filter(({ why }) => why === 'chosen')).toEqual(candidates.filter(({ taken }) => taken));
      if (rail === undefined) return;
      expect(asked.amount <= (limitOf(rail, asked) ?? asked.amount)).toBe(true);
      expect(asked.unavailable).not.toContain(rail);
      expect(asked.carried.has(rail)).toBe(true);
      if (rail === 'rtp' || rail === 'fednow') {
        expect([asked.side, asked.speed, asked.participation[rail]]).toEqual(['destination', 'asap', true]);
      }
      if (rail === 'same_day_ach' && asked.speed === 'asap' && asked.side === 'destination') {
        const settles = (by: 'ach' | 'same_day_ach') => nextWindow(by, asked.at, asked.schedule).settlesAt;
        const overtaken = asked.carried.has('ach') && settles('ach') <= settles(rail);
        expect(sameDayWindowLeft(asked.at, asked.schedule) || !overtaken).toBe(true);
      }
    });
    fc.assert(rule, { numRuns: countOf(1_000) });
  });

  it('always exists for standard and asap while ACH is offered', () => {
    const rule = fc.property(requests, (asked) => {
      const isOffered = asked.carried.has('ach') && !asked.unavailable.includes('ach');
      if (asked.speed !== 'same_day' && isOffered) expect(route(asked).rail).toBeDefined();
    });
    fc.assert(rule, { numRuns: countOf(1_000) });
  });

  it('is never one found unavailable, so falling back ends', () => {
    const rule = fc.property(requests, (asked) => {
      let unavailable = asked.unavailable;
      for (let rail = route(asked).rail; rail !== undefined; rail = route({ ...asked, unavailable }).rail) {
        expect(unavailable).not.toContain(rail);
        unavailable = [...unavailable, rail];
        expect(unavailable.length).toBeLessThanOrEqual(7);
      }
    });
    fc.assert(rule);
  });
});

describe('a leg without a rail', () => {
  const reasonOf = (overrides: Partial<RouteRequest>) => unroutable(route(request(overrides)).candidates);

  it.each<[why: string, overrides: Partial<RouteRequest>, code: string]>([
    ['over the limit', { ...same_day, amount: MILLION + 1n }, 'invalid_amount'],
    [
      'over a limit, where other rails are not offered',
      { amount: TEN_MILLION + 1n, carried: new Set(['rtp']) },
      'invalid_amount',
    ],
    ['not offered', { ...same_day, carried: ACH }, 'unsupported_transfer'],
    ['not offered, whatever its amount', { ...same_day, carried: ACH, amount: TEN_MILLION }, 'unsupported_transfer'],
    ['offered by its bank only', { carried: new Set(['rtp']), participation: neither }, 'unsupported_transfer'],
    ['for a bank that ACH does not reach', { participation: { ...neither, ach: false } }, 'invalid_routing'],
  ])('%s fails for a reason that says so', (_, overrides, code) => {
    expect(reasonOf(overrides)).toBe(code);
  });
});

describe('falling back', () => {
  it.each(['9910', '9912', '9948', 'AG03', 'NOAT'])('is allowed after %s', (code) => {
    expect(isUnavailable(code)).toBe(true);
  });

  it.each(['AC03', 'AC04', 'AM02', 'BE04', 'RR04', 'DS24', 'AB08', 'R01', 'FILE', 'HELD', '', 'toString', null])(
    'is not allowed after %p',
    (code) => {
      expect(isUnavailable(code)).toBe(false);
    },
  );
});

describe('an instant rail', () => {
  it.each([
    ['ach', false],
    ['same_day_ach', false],
    ['rtp', true],
    ['fednow', true],
  ] as const)('is only RTP or FedNow: %s, %s', (rail, expected) => {
    expect(isInstant(rail)).toBe(expected);
  });
});
