import { settledPeriod } from './settled-period.js';

describe('settledPeriod', () => {
  it.each([
    ['five banking days before a Wednesday', '2026-07-15T16:00:00Z', '2026-07-08T16:00:00.000Z'],
    ['over Independence Day, kept on a Saturday, and a weekend', '2026-07-07T16:00:00Z', '2026-06-30T16:00:00.000Z'],
    ['over Thanksgiving', '2026-12-01T17:00:00Z', '2026-11-23T17:00:00.000Z'],
  ])('ends %s', (_, at, until) => {
    expect(settledPeriod(new Date(at)).until.toISOString()).toBe(until);
  });

  it('begins 180 days ago', () => {
    expect(settledPeriod(new Date('2026-07-15T16:00:00Z')).from.toISOString()).toBe('2026-01-16T16:00:00.000Z');
  });
});
