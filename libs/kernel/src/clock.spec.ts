import { FixedClock, SystemClock } from './clock.js';

describe('the clocks', () => {
  it('the fixed one stands still until it is moved, and hands out copies', () => {
    const clock = new FixedClock(new Date('2026-01-31T17:04:05.123Z'));
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).toBe('2026-01-31T17:04:05.123Z');
    clock.advance(1_500);
    expect(clock.now().toISOString()).toBe('2026-01-31T17:04:06.623Z');
  });

  it('the system one shows the time of the machine', () => {
    const before = Date.now();
    const shown = new SystemClock().now().getTime();
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(Date.now());
  });
});
