import { newYorkInstant } from '@payments/kernel';
import type { OfferedRails } from '@payments/transfers';
import { achRailOf, graceOf, probeTimetable } from './probe-timetable.js';

const window = (rail: 'ach' | 'same_day_ach', cutoff: `${number}:${number}`, days: 0 | 1) =>
  ({ rail, cutoff, settles: '13:00', effective_in_banking_days: days }) as const;
const offered = (...windows: ReturnType<typeof window>[]): OfferedRails => ({
  carried: new Set(['ach', 'same_day_ach', 'rtp', 'fednow']),
  schedule: { leadMinutes: 15, windows },
});
const sameDay = window('same_day_ach', '10:30', 0);
const standard = window('ach', '14:15', 1);

describe('probeTimetable', () => {
  it.each([
    ['a Monday', '2026-07-13', '2026-07-13', '2026-07-16'],
    ['the Friday before Independence Day, kept on Monday', '2027-07-02', '2027-07-02', '2027-07-08'],
    ['the day before Thanksgiving', '2026-11-25', '2026-11-25', '2026-12-01'],
  ])('waits three banking days after the settlement: %s', (...[, day, effective_date, silentOn]) => {
    const times = probeTimetable(offered(sameDay))('same_day_ach', newYorkInstant(day, '08:00'));
    expect(times).toMatchObject({ effective_date, window_at: newYorkInstant(day, '10:15') });
    expect(times.hold_until!.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })).toBe(silentOn);
  });

  it('sends an instant probe at once, and waits for nothing', () => {
    const at = newYorkInstant('2026-07-11', '23:00');
    expect(probeTimetable(offered(sameDay))('rtp', at)).toEqual({
      ...{ window_at: at, effective_date: '2026-07-11', settles_at: at, hold_until: null },
    });
  });

  it('lets a probe join its window until the bank closes it, and one without windows always', () => {
    const grace = graceOf(offered(sameDay));
    expect([grace('same_day_ach'), grace('ach'), grace('fednow')]).toEqual([900_000, Infinity, 900_000]);
  });
});

describe('achRailOf', () => {
  it('is the same-day rail where the bank offers it', () => {
    expect(achRailOf(offered(standard, sameDay))).toBe('same_day_ach');
    expect(achRailOf(offered(standard))).toBe('ach');
    expect(achRailOf(offered())).toBeUndefined();
    expect(achRailOf({ ...offered(standard, sameDay), carried: new Set(['rtp']) })).toBeUndefined();
  });
});
