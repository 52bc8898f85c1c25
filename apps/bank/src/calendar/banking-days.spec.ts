import {
  addBankingDays,
  addDays,
  bankingDayFrom,
  bankingDaysBetween,
  dayOfYear,
  isBankingDay,
} from './banking-days.js';
import { longDate, newYorkTime, shortDate } from './new-york.js';

/** Published by the Federal Reserve Banks; a holiday on a Saturday is not observed. */
const HOLIDAYS = {
  2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
} as const;

describe('the calendar of the bank', () => {
  it.each(Object.entries(HOLIDAYS))('has the holidays of %s, and no others on weekdays', (year, days) => {
    const closed = Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day))
      .filter((date) => date.startsWith(year) && ![0, 6].includes(new Date(date).getUTCDay()))
      .filter((date) => !isBankingDay(date));
    expect(closed.map((date) => date.slice(5)).join(' ')).toBe(days);
  });

  it('is closed on weekends', () => {
    expect(isBankingDay('2026-07-18')).toBe(false);
    expect(isBankingDay('2026-07-19')).toBe(false);
    expect(bankingDayFrom('2026-07-18')).toBe('2026-07-20');
  });

  it('counts banking days over weekends and holidays', () => {
    expect(addBankingDays('2026-07-02', 2)).toBe('2026-07-06');
    expect(addBankingDays('2026-12-24', 1)).toBe('2026-12-28');
    expect(bankingDaysBetween('2026-12-24', '2026-12-28')).toBe(1);
    expect(bankingDaysBetween('2026-12-24', '2026-12-24')).toBe(0);
  });

  it('counts the days of a leap year up to 366', () => {
    expect(dayOfYear('2028-12-31')).toBe('366');
    expect(dayOfYear('2026-01-01')).toBe('001');
  });

  it('shows an instant as New York sees it, in summer and in winter', () => {
    expect(newYorkTime(Date.parse('2026-07-15T03:59:00Z'))).toEqual({ date: '2026-07-14', time: '2359' });
    expect(newYorkTime(Date.parse('2026-01-15T05:00:00Z'))).toEqual({ date: '2026-01-15', time: '0000' });
  });

  it('reads only dates that exist', () => {
    expect(longDate('280229')).toBe('2028-02-29');
    expect(longDate('270229')).toBeUndefined();
    expect(longDate('261300')).toBeUndefined();
    expect(shortDate('2026-07-15')).toBe('260715');
  });
});
