import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { newYorkInstant, type WallTime } from '@payments/kernel';
import { bankMinutesBefore } from './bank-hours.js';

const profile = { hours: { opens: '08:00', closes: '18:00' } } as const;
/** "2026-07-15 15:00" in New York. */
const at = (wall: string) => newYorkInstant(wall.slice(0, 10), wall.slice(11) as WallTime);

describe(bankMinutesBefore.name, () => {
  it.each([
    { what: 'within a day', now: '2026-07-15 15:00', minutes: 120, since: '2026-07-15 13:00' },
    { what: 'to the opening', now: '2026-07-15 10:00', minutes: 120, since: '2026-07-15 08:00' },
    { what: 'over a night', now: '2026-07-15 09:00', minutes: 120, since: '2026-07-14 17:00' },
    { what: 'before the bank opens', now: '2026-07-15 03:00', minutes: 120, since: '2026-07-14 16:00' },
    { what: 'after the bank closes', now: '2026-07-15 23:00', minutes: 120, since: '2026-07-15 16:00' },
    { what: 'over a weekend', now: '2026-07-13 08:30', minutes: 60, since: '2026-07-10 17:30' },
    { what: 'on a Sunday', now: '2026-07-12 12:00', minutes: 60, since: '2026-07-10 17:00' },
    { what: 'over a holiday', now: '2026-11-27 08:30', minutes: 60, since: '2026-11-25 17:30' },
    { what: 'over the end of summer time', now: '2026-11-02 08:30', minutes: 60, since: '2026-10-30 17:30' },
  ])('counts back $what', ({ now, minutes, since }) => {
    expect(bankMinutesBefore(at(now), minutes, profile)).toEqual(at(since));
  });

  it('counts back less for fewer minutes, and never into the future', () => {
    const instant = fc.date({ min: at('2022-01-03 00:00'), max: at('2040-01-01 00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 10_080 }), (now, minutes) => {
        const begin = bankMinutesBefore(now, minutes, profile);
        expect(now.getTime() - begin.getTime()).toBeGreaterThanOrEqual(minutes * 60_000);
        expect(bankMinutesBefore(now, minutes + 1, profile).getTime()).toBeLessThan(begin.getTime());
      }),
      { numRuns: countOf(300) },
    );
  });
});
