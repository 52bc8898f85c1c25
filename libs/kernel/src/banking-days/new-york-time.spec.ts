import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { newYorkDate, newYorkInstant, newYorkTimestamp } from './new-york-time.js';

const reference = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The clock in New York by the time zone database. */
function clock(at: Date): { date: string; wall: `${number}:${number}` } {
  const parts = Object.fromEntries(reference.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    wall: `${parts['hour']}:${parts['minute']}` as `${number}:${number}`,
  };
}

const instants = fc
  .date({ min: new Date('2007-01-02T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000));

describe('time in New York', () => {
  it('matches the time zone database', () => {
    fc.assert(
      fc.property(instants, (at) => expect(newYorkDate(at)).toBe(clock(at).date)),
      { numRuns: countOf(2000) },
    );
  });

  it('converts a local wall time to its instant', () => {
    const shown = fc.property(instants, (at) => {
      const { date, wall } = clock(at);
      expect(clock(newYorkInstant(date, wall))).toEqual({ date, wall });
    });
    fc.assert(shown, { numRuns: countOf(2000) });
  });

  it.each([
    ['the last millisecond of a winter day', '2026-01-16T04:59:59.999Z', '2026-01-15'],
    ['midnight in winter', '2026-01-16T05:00:00.000Z', '2026-01-16'],
    ['the last millisecond of a summer day', '2026-07-16T03:59:59.999Z', '2026-07-15'],
    ['midnight in summer', '2026-07-16T04:00:00.000Z', '2026-07-16'],
    ['the midnight before the change in March', '2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['the midnight after the change in March', '2026-03-09T04:00:00.000Z', '2026-03-09'],
    ['the midnight after the change in November', '2026-11-02T05:00:00.000Z', '2026-11-02'],
    ['the hour before midnight after the change in November', '2026-11-02T04:30:00.000Z', '2026-11-01'],
    ['the end of a year', '2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['the beginning of a year', '2027-01-01T05:00:00.000Z', '2027-01-01'],
  ])('gives the date at %s', (_, at, date) => {
    expect(newYorkDate(new Date(at))).toBe(date);
  });

  it.each([
    ['winter', '2026-01-15', '10:30', '2026-01-15T15:30:00.000Z'],
    ['summer', '2026-07-15', '10:30', '2026-07-15T14:30:00.000Z'],
    ['the minute before the change in March', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['the hour that March leaves out', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['the minute after the change in March', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['the hour that November has twice, the first time', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['the minute after the change in November', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ] as const)('has an instant for a wall time of %s', (...[, date, wall, at]) => {
    expect(newYorkInstant(date, wall).toISOString()).toBe(at);
  });

  it('rejects text that is not a date', () => {
    expect(() => newYorkInstant('yesterday', '10:30')).toThrow(RangeError);
  });
});

describe(newYorkTimestamp, () => {
  it.each([
    ['2027-01-31T17:04:05.123Z', '2027-01-31T12:04:05.123-05:00'],
    ['2027-07-01T03:59:59.999Z', '2027-06-30T23:59:59.999-04:00'],
    ['2027-11-07T05:59:59.999Z', '2027-11-07T01:59:59.999-04:00'],
    ['2027-11-07T06:00:00.000Z', '2027-11-07T01:00:00.000-05:00'],
  ])('shows %s as %s', (at, shown) => {
    expect(newYorkTimestamp(new Date(at))).toBe(shown);
    expect(new Date(shown)).toEqual(new Date(at));
  });
});
