import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { DAY_MS } from '../durations.js';
import { addBankingDays, bankingDayFrom, bankingDaysBetween, isBankingDay, nextBankingDay } from './banking-days.js';
import { federalReserveHolidays } from './federal-holidays.js';
import { newYorkDate, newYorkInstant } from './new-york-time.js';

describe('banking days', () => {
  it.each([
    ['2026-07-14', 0, '2026-07-14'],
    ['2026-07-14', 2, '2026-07-16'],
    ['2026-07-17', 1, '2026-07-20'],
    ['2026-07-18', 0, '2026-07-20'],
    ['2026-07-18', 1, '2026-07-21'],
    ['2026-01-16', 2, '2026-01-21'],
    ['2025-12-31', 1, '2026-01-02'],
    ['2027-12-30', 2, '2028-01-03'],
  ])('%s plus %i banking days is %s', (from, days, to) => {
    expect(addBankingDays(from, days)).toBe(to);
  });

  it.each([
    ['a banking day stays', '2026-07-17', '2026-07-17'],
    ['the Sunday on which March leaves out 02:15 becomes Monday', '2026-03-08', '2026-03-09'],
    ['the Sunday on which November has 01:30 twice becomes Monday', '2026-11-01', '2026-11-02'],
    ['a leap day is an ordinary day', '2028-02-29', '2028-02-29'],
    ['the first day of 2023, kept on Monday, becomes Tuesday', '2023-01-01', '2023-01-03'],
  ])('of a settlement: %s', (_, date, settles) => {
    expect(bankingDayFrom(date)).toBe(settles);
  });

  it.each([-1, 0.5, NaN])('cannot be added in a count of %p', (days) => {
    expect(() => addBankingDays('2026-07-14', days)).toThrow(RangeError);
  });

  it.each([
    ['2026-07-14T12:00:00-04:00', '2026-07-14T23:00:00-04:00', 0],
    ['2026-07-14T23:59:00-04:00', '2026-07-15T00:00:00-04:00', 1],
    ['2026-07-17T12:00:00-04:00', '2026-07-19T12:00:00-04:00', 0],
    ['2026-07-18T12:00:00-04:00', '2026-07-20T00:00:00-04:00', 1],
    ['2026-01-16T12:00:00-05:00', '2026-01-20T12:00:00-05:00', 1],
    ['2026-07-15T12:00:00-04:00', '2026-07-14T12:00:00-04:00', 0],
    ['2026-01-01T12:00:00-05:00', '2026-12-31T12:00:00-05:00', 251],
    ['2026-03-07T23:59:59.999-05:00', '2026-03-08T23:59:59.999-04:00', 0],
    ['2026-03-08T23:59:59.999-04:00', '2026-03-09T00:00:00-04:00', 1],
    ['2026-11-01T23:59:59.999-05:00', '2026-11-02T00:00:00-05:00', 1],
    ['2026-11-02T00:00:00-05:00', '2026-11-02T23:59:59.999-05:00', 0],
  ])('from %s to %s: %i begin', (from, to, count) => {
    expect(bankingDaysBetween(new Date(from), new Date(to))).toBe(count);
  });
});

const dates = fc
  .date({ min: new Date('2022-01-02T00:00:00Z'), max: new Date('2060-12-01T00:00:00Z'), noInvalidDate: true })
  .map(newYorkDate);
const noon = (date: string) => newYorkInstant(date, '12:00');
const runs = { numRuns: countOf(500) };

describe('banking days at any time', () => {
  it('finds the next banking day within five days, and skips none', () => {
    const rule = fc.property(dates, (date) => {
      const next = nextBankingDay(date);
      expect(isBankingDay(next)).toBe(true);
      expect(bankingDaysBetween(noon(date), noon(next))).toBe(1);
      expect(noon(next).getTime() - noon(date).getTime()).toBeLessThanOrEqual(5 * DAY_MS);
    });
    fc.assert(rule, runs);
  });

  it('counts as many banking days as were added', () => {
    const rule = fc.property(dates, fc.nat(60), (date, days) => {
      const start = addBankingDays(date, 0);
      expect(bankingDaysBetween(noon(start), noon(addBankingDays(date, days)))).toBe(days);
    });
    fc.assert(rule, runs);
  });

  it('gives the same day when days are added in parts', () => {
    const rule = fc.property(dates, fc.nat(30), fc.nat(30), (date, one, other) => {
      expect(addBankingDays(addBankingDays(date, one), other)).toBe(addBankingDays(date, one + other));
    });
    fc.assert(rule, runs);
  });

  it('is closed on weekends and holidays, and on no other day', () => {
    const rule = fc.property(dates, (date) => {
      const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
      const isHoliday = federalReserveHolidays(Number(date.slice(0, 4))).some((holiday) => holiday.date === date);
      expect(isBankingDay(date)).toBe(weekday !== 0 && weekday !== 6 && !isHoliday);
    });
    fc.assert(rule, runs);
  });
});
