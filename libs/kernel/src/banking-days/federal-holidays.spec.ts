import { federalReserveHolidays } from './federal-holidays.js';

/** Month and day as the Federal Reserve publishes them, in the order of the year; (Sat) stays a Saturday. */
const published: Record<number, string> = {
  2022: '01-01(Sat) 01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-11(Sat) 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-04(Sat) 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-19(Sat) 07-05 09-06 10-11 11-11 11-25 12-25(Sat)',
  2028: '01-01(Sat) 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11(Sat) 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
};

describe('the holidays of the Federal Reserve Banks', () => {
  it.each(Object.entries(published))('of %s match the published ones', (year, days) => {
    const computed = federalReserveHolidays(Number(year)).map(({ date }) => {
      const isSaturday = new Date(`${date}T00:00:00Z`).getUTCDay() === 6;
      return `${date.slice(5)}${isSaturday ? '(Sat)' : ''}`;
    });
    expect(computed.join(' ')).toBe(days);
    expect(federalReserveHolidays(Number(year)).every(({ date }) => date.startsWith(`${year}-`))).toBe(true);
  });

  it('have their names, in calendar order', () => {
    expect(federalReserveHolidays(2027).map(({ name }) => name)).toEqual([
      "New Year's Day",
      'Birthday of Martin Luther King, Jr.',
      "Washington's Birthday",
      'Memorial Day',
      'Juneteenth National Independence Day',
      'Independence Day',
      'Labor Day',
      'Columbus Day',
      'Veterans Day',
      'Thanksgiving Day',
      'Christmas Day',
    ]);
  });
});
