import { dayAfter, daysOf, newYorkDay, periodOf } from './period.js';

const LATER = new Date('2027-01-01T00:00:00Z');

describe('periods of reports', () => {
  it.each([
    ['2026-01-15', '2026-01-15', '2026-01-15T05:00:00.000Z', '2026-01-16T05:00:00.000Z'],
    ['2026-07-01', '2026-07-31', '2026-07-01T04:00:00.000Z', '2026-08-01T04:00:00.000Z'],
    ['2026-03-08', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('from %s to %s are days of New York, also those of 23 and 25 hours', (first, last, ...instants) => {
    const [start_time, end_time] = instants;
    expect(periodOf(first, last, LATER)).toEqual({ start_time, end_time });
    expect(daysOf(start_time, end_time)).toEqual([first, last]);
  });

  it('end now if their last day has not ended', () => {
    const now = new Date('2026-07-01T16:00:00Z');
    expect(periodOf('2026-07-01', '2026-07-01', now).end_time).toBe(now.toISOString());
  });

  it('begin on the day that it is in New York', () => {
    expect(newYorkDay(new Date('2026-07-01T03:59:59Z'))).toBe('2026-06-30');
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});
