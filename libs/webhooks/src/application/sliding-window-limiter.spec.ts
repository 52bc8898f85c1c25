import { FixedClock } from '@payments/kernel';
import fc from 'fast-check';
import { SlidingWindowLimiter } from './sliding-window-limiter.js';

it('no second exceeds the rate, and no start waits needlessly', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), gaps, (rate, pauses) => {
      const clock = new FixedClock(new Date('2026-01-31T00:00:00.000Z'));
      const pace = new SlidingWindowLimiter(rate, clock);
      const starts = pauses.map((pause) => {
        clock.advance(pause);
        const wait = pace.take();
        return { at: clock.now().getTime() + wait, wait };
      });
      starts.forEach(({ at, wait }, index) => {
        const before = starts[index - rate];
        if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(1_000);
        expect(wait === 0 || at === before!.at + 1_000).toBe(true);
      });
    }),
  );
});
