import { formatBankingDate, formatDuration, formatFull, formatRelative, formatShort, localDay } from './time.js';

const at = '2026-11-22T15:02:11.000Z';

describe('times', () => {
  it('of today are a clock time, of this year a day, of another year a date', () => {
    const shown = (now: string) => formatShort(at, 'eastern', new Date(now));
    expect([shown('2026-11-22T20:00:00Z'), shown('2026-11-24T20:00:00Z'), shown('2027-01-02T20:00:00Z')]).toEqual([
      '10:02:11',
      'Nov 22, 10:02',
      'Nov 22, 2026',
    ]);
  });

  it('say in full which zone they are in', () => {
    expect(formatFull(at, 'eastern')).toBe('Sun, Nov 22, 2026, 10:02:11 EST');
    expect(formatFull(at, 'utc')).toBe('Sun, Nov 22, 2026, 15:02:11 UTC');
  });

  it('change the day with the zone, but a banking date never does', () => {
    const late = '2026-11-23T02:00:00.000Z';
    expect(formatShort(late, 'utc', new Date('2027-06-01T00:00:00Z'))).toBe('Nov 23, 2026');
    expect(formatShort(late, 'eastern', new Date('2027-06-01T00:00:00Z'))).toBe('Nov 22, 2026');
    expect(formatBankingDate('2026-11-23')).toBe('Nov 23, 2026');
  });

  it('name a day of this machine as filters take it', () => {
    expect(localDay(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05');
    expect(localDay(new Date(2026, 10, 22, 23, 59))).toBe('2026-11-22');
  });

  it.each([
    ['2026-11-22T15:02:11Z', 'now'],
    ['2026-11-22T15:05:11Z', '3 minutes ago'],
    ['2026-11-20T15:02:11Z', 'in 2 days'],
    ['2026-11-20T18:02:11Z', 'in 2 days'],
    ['2026-11-23T18:02:11Z', '1 day ago'],
  ])('are relative to %s: %s', (now, text) => {
    expect(formatRelative(at, new Date(now))).toBe(text);
  });
});

describe('durations', () => {
  it.each([
    [84, '84 ms'],
    [1_240, '1.2 s'],
    [200_000, '3 min 20 s'],
    [180_000, '3 min'],
    [15_000_000, '4 h 10 min'],
    [183_600_000, '2 d 3 h'],
  ])('%d ms reads %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
