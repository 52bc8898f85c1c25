import { join } from 'node:path';
import { readCorpus } from '@payments/testing';
import fc from 'fast-check';
import { isCalendarDay, isIncorporationDay } from './calendar-day.js';

describe.each([
  { name: 'a day of the calendar', file: 'calendar-days', test: isCalendarDay },
  { name: 'a day of incorporation', file: 'incorporation-days', test: isIncorporationDay },
])('$name', ({ file, test }) => {
  const { accepted, refused } = readCorpus(join(__dirname, `${file}.corpus.txt`));

  it('is checked in at least 100 forms', () => {
    expect(new Set([...accepted, ...refused]).size).toBeGreaterThanOrEqual(100);
  });

  it.each(accepted)('may be %s by its form', (text) => expect(test(text)).toBe(true));

  it.each(refused)('may not be %j by its form', (text) => expect(test(text)).toBe(false));
});

describe('a day of the calendar', () => {
  it.each(['1990-02-28', '2024-02-29', '2000-02-29', '1999-12-31', '0001-01-01'])('is %s for example', (text) =>
    expect(isCalendarDay(text)).toBe(true),
  );

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2023-04-31',
    '2023-13-01',
    '2023-00-10',
    '2023-01-00',
    '0000-01-01',
    '2023-1-1',
  ])('is not %s for example', (text) => expect(isCalendarDay(text)).toBe(false));

  it.each(['20230101', '2023/01/01', '2023-01-01T00:00:00Z', ' 2023-01-01', '2023-01-01\n', '+12023-01-01', ''])(
    'is not written like %j at all',
    (text) => expect(isCalendarDay(text)).toBe(false),
  );

  it('is every day that a Date prints', () => {
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(fc.property(fc.date(years), (date) => expect(isCalendarDay(date.toISOString().slice(0, 10))).toBe(true)));
  });

  it('of an incorporation lies in the years 1600 to 2099', () => {
    const days = ['1599-12-31', '1600-01-01', '2099-12-31', '2100-01-01', '2023-02-29'];
    expect(days.map(isIncorporationDay)).toEqual([false, true, true, false, false]);
  });
});
