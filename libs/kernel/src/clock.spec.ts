import { FixedClock, SystemClock } from './clock.js';

describe('the clocks', () => {
  it('the fixed clock stands still until it is moved, and returns copies', () => {
    const clock = new FixedClock(new Date('2026-01-31T17:04:05.123Z'));
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).toBe('2026-01-31T17:04:05.123Z');
    clock.advance(1_500);
    expect(clock.now().toISOString()).toBe('2026-01-31T17:04:06.623Z');
    const elapsed = clock.elapsedMs();
    clock.advance(250);
    expect(clock.elapsedMs() - elapsed).toBe(250);
  });

  it('the system clock returns the time of the machine', () => {
    const before = Date.now();
    const shown = new SystemClock().now().getTime();
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(Date.now());
  });

  it('the system clock stays monotonic when the machine time is set back', () => {
    const clock = new SystemClock();
    const before = clock.elapsedMs();
    jest.spyOn(Date, 'now').mockReturnValue(0);
    expect(clock.elapsedMs()).toBeGreaterThanOrEqual(before);
    jest.restoreAllMocks();
  });
});
