import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { DAY_MS, isBankingDay, newYorkDate } from '@payments/kernel';
import type { AchRail } from '@payments/kernel';
import { FEDACH_WINDOWS, hasWindow, holdUntil, nextWindow, sameDayWindowLeft } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';

const fedAch = (leadMinutes: number) => ({ windows: FEDACH_WINDOWS, leadMinutes });
const SCHEDULE = fedAch(15);

/** An instant, and the cut-offs of the next same-day and next-day windows, all with the offset of New York. */
const windows: readonly [about: string, at: string, sameDay: string, nextDay: string][] = [
  // An ordinary Wednesday in summer.
  ['just after midnight', '2026-07-15T00:00:00-04:00', '2026-07-15T10:15-04:00', '2026-07-15T02:00-04:00'],
  ['before the night cut-off', '2026-07-15T01:59:59.999-04:00', '2026-07-15T10:15-04:00', '2026-07-15T02:00-04:00'],
  ['at the night cut-off', '2026-07-15T02:00:00-04:00', '2026-07-15T10:15-04:00', '2026-07-15T02:00-04:00'],
  ['1 ms after it', '2026-07-15T02:00:00.001-04:00', '2026-07-15T10:15-04:00', '2026-07-16T02:00-04:00'],
  ['between cut-off and deadline', '2026-07-15T02:10:00-04:00', '2026-07-15T10:15-04:00', '2026-07-16T02:00-04:00'],
  ['at the first same-day cut-off', '2026-07-15T10:15:00-04:00', '2026-07-15T10:15-04:00', '2026-07-16T02:00-04:00'],
  ['1 ms after it', '2026-07-15T10:15:00.001-04:00', '2026-07-15T14:30-04:00', '2026-07-16T02:00-04:00'],
  ['at the first deadline', '2026-07-15T10:30:00-04:00', '2026-07-15T14:30-04:00', '2026-07-16T02:00-04:00'],
  ['at noon', '2026-07-15T12:00:00-04:00', '2026-07-15T14:30-04:00', '2026-07-16T02:00-04:00'],
  ['at the second cut-off', '2026-07-15T14:30:00-04:00', '2026-07-15T14:30-04:00', '2026-07-16T02:00-04:00'],
  ['1 ms after it', '2026-07-15T14:30:00.001-04:00', '2026-07-15T16:30-04:00', '2026-07-16T02:00-04:00'],
  ['at the last cut-off', '2026-07-15T16:30:00-04:00', '2026-07-15T16:30-04:00', '2026-07-16T02:00-04:00'],
  ['1 ms after it', '2026-07-15T16:30:00.001-04:00', '2026-07-16T10:15-04:00', '2026-07-16T02:00-04:00'],
  [
    'the last millisecond of the day',
    '2026-07-15T23:59:59.999-04:00',
    '2026-07-16T10:15-04:00',
    '2026-07-16T02:00-04:00',
  ],
  // A weekend in winter, 30 January to 2 February.
  ['Friday afternoon', '2026-01-30T16:00:00-05:00', '2026-01-30T16:30-05:00', '2026-02-02T02:00-05:00'],
  ['Friday evening', '2026-01-30T18:00:00-05:00', '2026-02-02T10:15-05:00', '2026-02-02T02:00-05:00'],
  ['Saturday morning', '2026-01-31T09:00:00-05:00', '2026-02-02T10:15-05:00', '2026-02-02T02:00-05:00'],
  ['Sunday night', '2026-02-01T23:59:59.999-05:00', '2026-02-02T10:15-05:00', '2026-02-02T02:00-05:00'],
  ['Monday at the night cut-off', '2026-02-02T02:00:00-05:00', '2026-02-02T10:15-05:00', '2026-02-02T02:00-05:00'],
  ['Monday after it', '2026-02-02T02:00:00.001-05:00', '2026-02-02T10:15-05:00', '2026-02-03T02:00-05:00'],
  // Long weekends: Martin Luther King 2026, Memorial Day 2027, Labor Day 2026, Columbus Day 2025.
  ['Friday after the last window', '2026-01-16T16:31:00-05:00', '2026-01-20T10:15-05:00', '2026-01-20T02:00-05:00'],
  ['the Monday holiday at 02:00', '2026-01-19T02:00:00-05:00', '2026-01-20T10:15-05:00', '2026-01-20T02:00-05:00'],
  ['the Monday holiday at 10:00', '2026-01-19T10:00:00-05:00', '2026-01-20T10:15-05:00', '2026-01-20T02:00-05:00'],
  ['Tuesday after it', '2026-01-20T14:45:00-05:00', '2026-01-20T16:30-05:00', '2026-01-21T02:00-05:00'],
  ['Memorial Day on the 31st', '2027-05-31T12:00:00-04:00', '2027-06-01T10:15-04:00', '2027-06-01T02:00-04:00'],
  [
    'the Friday before Memorial Day',
    '2027-05-28T02:00:00.001-04:00',
    '2027-05-28T10:15-04:00',
    '2027-06-01T02:00-04:00',
  ],
  ['Labor Day', '2026-09-07T16:00:00-04:00', '2026-09-08T10:15-04:00', '2026-09-08T02:00-04:00'],
  ['Columbus Day', '2025-10-13T00:00:00-04:00', '2025-10-14T10:15-04:00', '2025-10-14T02:00-04:00'],
  // Thanksgiving: Thursday closed, Friday open.
  [
    'Wednesday evening before Thanksgiving',
    '2026-11-25T20:00:00-05:00',
    '2026-11-27T10:15-05:00',
    '2026-11-27T02:00-05:00',
  ],
  ['Thanksgiving', '2026-11-26T11:00:00-05:00', '2026-11-27T10:15-05:00', '2026-11-27T02:00-05:00'],
  ['the Friday after Thanksgiving', '2026-11-27T11:00:00-05:00', '2026-11-27T14:30-05:00', '2026-11-30T02:00-05:00'],
  // A holiday on a Saturday moves nothing.
  ['the Friday before 4 July 2026', '2026-07-03T10:00:00-04:00', '2026-07-03T10:15-04:00', '2026-07-06T02:00-04:00'],
  ['4 July 2026 itself, a Saturday', '2026-07-04T10:00:00-04:00', '2026-07-06T10:15-04:00', '2026-07-06T02:00-04:00'],
  [
    'the Friday before Juneteenth 2027',
    '2027-06-18T16:30:00-04:00',
    '2027-06-18T16:30-04:00',
    '2027-06-21T02:00-04:00',
  ],
  ['the Friday before Christmas 2027', '2027-12-24T14:00:00-05:00', '2027-12-24T14:30-05:00', '2027-12-27T02:00-05:00'],
  ['Christmas Monday 2027, open', '2027-12-27T09:00:00-05:00', '2027-12-27T10:15-05:00', '2027-12-28T02:00-05:00'],
  ['the Friday before New Year 2028', '2027-12-31T16:30:00-05:00', '2027-12-31T16:30-05:00', '2028-01-03T02:00-05:00'],
  ['Veterans Day 2028, a Saturday', '2028-11-11T08:00:00-05:00', '2028-11-13T10:15-05:00', '2028-11-13T02:00-05:00'],
  // A holiday on a Sunday is kept on Monday.
  ['the Friday before 4 July 2027', '2027-07-02T17:00:00-04:00', '2027-07-06T10:15-04:00', '2027-07-06T02:00-04:00'],
  ['5 July 2027', '2027-07-05T10:00:00-04:00', '2027-07-06T10:15-04:00', '2027-07-06T02:00-04:00'],
  ['12 November 2029', '2029-11-12T10:00:00-05:00', '2029-11-13T10:15-05:00', '2029-11-13T02:00-05:00'],
  ['2 January 2023', '2023-01-02T10:00:00-05:00', '2023-01-03T10:15-05:00', '2023-01-03T02:00-05:00'],
  // The ends of years.
  ['31 December 2025 at noon', '2025-12-31T12:00:00-05:00', '2025-12-31T14:30-05:00', '2026-01-02T02:00-05:00'],
  ['31 December 2025 at night', '2025-12-31T23:59:59.999-05:00', '2026-01-02T10:15-05:00', '2026-01-02T02:00-05:00'],
  ['1 January 2026', '2026-01-01T00:00:00-05:00', '2026-01-02T10:15-05:00', '2026-01-02T02:00-05:00'],
  ['2 January 2026, a Friday', '2026-01-02T16:30:00.001-05:00', '2026-01-05T10:15-05:00', '2026-01-05T02:00-05:00'],
  [
    '31 December 2026 after the windows',
    '2026-12-31T17:00:00-05:00',
    '2027-01-04T10:15-05:00',
    '2027-01-04T02:00-05:00',
  ],
  ['a leap day', '2028-02-29T11:00:00-05:00', '2028-02-29T14:30-05:00', '2028-03-01T02:00-05:00'],
  ['the day before a leap day', '2028-02-28T17:00:00-05:00', '2028-02-29T10:15-05:00', '2028-02-29T02:00-05:00'],
  // The change in March, Sunday 8 March 2026: Friday's offset is −5, Monday's −4.
  ['Friday before the change', '2026-03-06T16:30:00-05:00', '2026-03-06T16:30-05:00', '2026-03-09T02:00-04:00'],
  ['Friday after the last window', '2026-03-06T16:30:00.001-05:00', '2026-03-09T10:15-04:00', '2026-03-09T02:00-04:00'],
  ['Sunday before the change', '2026-03-08T01:59:59.999-05:00', '2026-03-09T10:15-04:00', '2026-03-09T02:00-04:00'],
  ['Sunday after the change', '2026-03-08T03:00:00-04:00', '2026-03-09T10:15-04:00', '2026-03-09T02:00-04:00'],
  ['Monday at the night cut-off', '2026-03-09T02:00:00-04:00', '2026-03-09T10:15-04:00', '2026-03-09T02:00-04:00'],
  [
    'Monday, by the old offset still in time',
    '2026-03-09T01:30:00-05:00',
    '2026-03-09T10:15-04:00',
    '2026-03-10T02:00-04:00',
  ],
  ['Monday 10:15 by the old offset', '2026-03-09T10:15:00-05:00', '2026-03-09T14:30-04:00', '2026-03-10T02:00-04:00'],
  // The change in November, Sunday 1 November 2026: Friday's offset is −4, Monday's −5.
  ['Friday before the change', '2026-10-30T16:30:00-04:00', '2026-10-30T16:30-04:00', '2026-11-02T02:00-05:00'],
  ['Sunday in the first 01:30', '2026-11-01T01:30:00-04:00', '2026-11-02T10:15-05:00', '2026-11-02T02:00-05:00'],
  ['Sunday in the second 01:30', '2026-11-01T01:30:00-05:00', '2026-11-02T10:15-05:00', '2026-11-02T02:00-05:00'],
  ['Monday 02:00 by the old offset', '2026-11-02T02:00:00-04:00', '2026-11-02T10:15-05:00', '2026-11-02T02:00-05:00'],
  ['Monday 02:30 by the old offset', '2026-11-02T02:30:00-04:00', '2026-11-02T10:15-05:00', '2026-11-02T02:00-05:00'],
  ['Monday 1 ms late', '2026-11-02T02:00:00.001-05:00', '2026-11-02T10:15-05:00', '2026-11-03T02:00-05:00'],
  ['Monday 16:30 by the old offset', '2026-11-02T16:30:00-04:00', '2026-11-02T16:30-05:00', '2026-11-03T02:00-05:00'],
  ['Monday 16:30', '2026-11-02T16:30:00-05:00', '2026-11-02T16:30-05:00', '2026-11-03T02:00-05:00'],
  [
    '2025: Friday to Monday over the change',
    '2025-10-31T17:00:00-04:00',
    '2025-11-03T10:15-05:00',
    '2025-11-03T02:00-05:00',
  ],
  [
    '2024: Friday to Monday over the change',
    '2024-03-08T17:00:00-05:00',
    '2024-03-11T10:15-04:00',
    '2024-03-11T02:00-04:00',
  ],
  // An instant in another time zone: it is already tomorrow in UTC, not in New York.
  ['the evening of Tuesday', '2026-07-15T03:59:59.999Z', '2026-07-15T10:15-04:00', '2026-07-15T02:00-04:00'],
  ['the evening of Friday', '2026-07-18T01:00:00Z', '2026-07-20T10:15-04:00', '2026-07-20T02:00-04:00'],
];

/** Deadline and settlement by the wall time of the cut-off. */
const schedule: Record<string, [deadline: string, settlement: string]> = {
  '02:00': ['02:15', '08:30'],
  '10:15': ['10:30', '13:00'],
  '14:30': ['14:45', '17:00'],
  '16:30': ['16:45', '18:00'],
};

describe('ACH windows', () => {
  it('are checked at 60 instants or more', () => {
    expect(windows.length).toBeGreaterThanOrEqual(60);
  });

  it.each(windows)('%s (%s): same-day %s, next-day %s', (...[, at, sameDay, nextDay]) => {
    const both: [AchRail, string][] = [
      ['same_day_ach', sameDay],
      ['ach', nextDay],
    ];
    for (const [rail, cutoff] of both) {
      const [date = '', wall = '', offset = ''] = [cutoff.slice(0, 10), cutoff.slice(11, 16), cutoff.slice(16)];
      const [deadline, settlement] = schedule[wall] ?? [];
      expect(nextWindow(rail, new Date(at), SCHEDULE)).toEqual({
        rail,
        closesAt: new Date(cutoff),
        cutoffAt: new Date(`${date}T${deadline}${offset}`),
        effectiveDate: date,
        settlesAt: new Date(`${date}T${settlement}${offset}`),
      });
    }
    const today = newYorkDate(new Date(at));
    expect(sameDayWindowLeft(new Date(at), SCHEDULE)).toBe(sameDay.startsWith(today));
  });

  it('close earlier by the lead time, and at the deadline without one', () => {
    const at = new Date('2026-07-15T16:40:00-04:00');
    expect(nextWindow('same_day_ach', at, fedAch(0)).closesAt).toEqual(new Date('2026-07-15T16:45:00-04:00'));
    expect(nextWindow('same_day_ach', at, fedAch(5)).closesAt).toEqual(at);
    expect(nextWindow('same_day_ach', at, fedAch(6)).effectiveDate).toBe('2026-07-16');
    expect(nextWindow('ach', new Date('2026-07-15T23:00:00-04:00'), fedAch(240)).effectiveDate).toBe('2026-07-17');
  });
});

describe('the windows of a bank', () => {
  // Two next-day files, of which the later one takes a day longer, and one same-day file.
  const bank: AchSchedule = {
    leadMinutes: 30,
    windows: [
      { rail: 'ach', cutoff: '14:00', effective_in_banking_days: 1, settles: '08:30' },
      { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 2, settles: '08:30' },
      { rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00' },
    ],
  };

  const entries: readonly [about: string, rail: AchRail, at: string, closes: string, settles: string][] = [
    ['in the morning', 'ach', '2026-07-15T09:00-04:00', '2026-07-15T13:30-04:00', '2026-07-16T08:30-04:00'],
    ['1 ms late', 'ach', '2026-07-15T13:30:00.001-04:00', '2026-07-15T19:30-04:00', '2026-07-17T08:30-04:00'],
    ['in the evening', 'ach', '2026-07-15T19:31-04:00', '2026-07-16T13:30-04:00', '2026-07-17T08:30-04:00'],
    ['on a Friday', 'ach', '2026-07-17T12:00-04:00', '2026-07-17T13:30-04:00', '2026-07-20T08:30-04:00'],
    ['on a Friday evening', 'ach', '2026-07-17T19:30-04:00', '2026-07-17T19:30-04:00', '2026-07-21T08:30-04:00'],
    ['before Labor Day', 'ach', '2026-09-04T15:00-04:00', '2026-09-04T19:30-04:00', '2026-09-09T08:30-04:00'],
    ['before March changes', 'ach', '2026-03-06T12:00-05:00', '2026-03-06T13:30-05:00', '2026-03-09T08:30-04:00'],
    ['before November changes', 'ach', '2026-10-30T12:00-04:00', '2026-10-30T13:30-04:00', '2026-11-02T08:30-05:00'],
    ['at noon', 'same_day_ach', '2026-07-15T12:00-04:00', '2026-07-16T09:30-04:00', '2026-07-16T13:00-04:00'],
    ['at its closing', 'same_day_ach', '2026-07-15T09:30-04:00', '2026-07-15T09:30-04:00', '2026-07-15T13:00-04:00'],
  ];

  it.each(entries)('%s: an entry by %s of %s joins until %s and settles at %s', (...row) => {
    const [, rail, at, closes, settles] = row;
    const window = nextWindow(rail, new Date(at), bank);
    expect(window).toMatchObject({ closesAt: new Date(closes), settlesAt: new Date(settles) });
    expect(window.effectiveDate).toBe(settles.slice(0, 10));
    expect(window.cutoffAt.getTime() - window.closesAt.getTime()).toBe(30 * 60_000);
  });

  it('must include one of the rail', () => {
    const { windows } = bank;
    const noSameDay = { ...bank, windows: windows.filter(({ rail }) => rail === 'ach') };
    expect([hasWindow('ach', noSameDay), hasWindow('same_day_ach', noSameDay)]).toEqual([true, false]);
    expect(() => nextWindow('same_day_ach', new Date(), noSameDay)).toThrow(RangeError);
  });
});

describe('holdUntil', () => {
  it.each([
    ['a Tuesday', '2026-07-14', '2026-07-16T09:30:00-04:00'],
    ['a Friday', '2026-07-17', '2026-07-21T09:30:00-04:00'],
    ['the Thursday before the change in March', '2026-03-05', '2026-03-09T09:30:00-04:00'],
    ['the Wednesday before Thanksgiving', '2026-11-25', '2026-11-30T09:30:00-05:00'],
  ])('gives the end of the hold of a debit effective on %s', (_, effective, until) => {
    expect(holdUntil(effective)).toEqual(new Date(until));
  });

  it('makes the hold of a debit longer when more days are set', () => {
    expect(holdUntil('2026-07-14', 5)).toEqual(new Date('2026-07-21T09:30:00-04:00'));
    expect(holdUntil('2026-07-14', 0)).toEqual(new Date('2026-07-14T09:30:00-04:00'));
  });
});

const instants = fc.date({
  min: new Date('2022-01-02T00:00:00Z'),
  max: new Date('2060-12-01T00:00:00Z'),
  noInvalidDate: true,
});
const rails = fc.constantFrom<AchRail>('ach', 'same_day_ach');
const leads = fc.integer({ min: 0, max: 600 });
const runs = { numRuns: countOf(500) };

describe('ACH windows at any time', () => {
  it('orders cut-off, deadline and settlement of a window on banking days', () => {
    const rule = fc.property(rails, instants, leads, (rail, at, lead) => {
      const window = nextWindow(rail, at, fedAch(lead));
      expect(isBankingDay(window.effectiveDate)).toBe(true);
      expect(at.getTime()).toBeLessThanOrEqual(window.closesAt.getTime());
      expect(window.closesAt.getTime()).toBe(window.cutoffAt.getTime() - lead * 60_000);
      expect(window.cutoffAt.getTime()).toBeLessThan(window.settlesAt.getTime());
      expect(newYorkDate(window.settlesAt)).toBe(window.effectiveDate);
    });
    fc.assert(rule, runs);
  });

  it('never gives a later leg an earlier window', () => {
    const rule = fc.property(rails, fc.tuple(instants, fc.nat(10 * DAY_MS)), leads, (rail, [at, wait], lead) => {
      const later = new Date(at.getTime() + wait);
      expect(nextWindow(rail, at, fedAch(lead)).closesAt <= nextWindow(rail, later, fedAch(lead)).closesAt).toBe(true);
    });
    fc.assert(rule, runs);
  });

  it('gives the same window until its cut-off, and the next after it', () => {
    const rule = fc.property(rails, instants, leads, (rail, at, lead) => {
      const window = nextWindow(rail, at, fedAch(lead));
      expect(nextWindow(rail, window.closesAt, fedAch(lead))).toEqual(window);
      const missed = nextWindow(rail, new Date(window.closesAt.getTime() + 1), fedAch(lead));
      expect(missed.closesAt.getTime()).toBeGreaterThan(window.closesAt.getTime());
    });
    fc.assert(rule, runs);
  });
});
