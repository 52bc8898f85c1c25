import { FixedClock } from '@payments/kernel';
import { PrefetchBuffer } from './prefetch-buffer.js';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe(PrefetchBuffer.name, () => {
  const clock = new FixedClock(new Date('2026-01-31T12:00:00.000Z'));

  it('reads more each time it runs empty, up to a hundred', () => {
    const ahead = new PrefetchBuffer<number>(10, clock);
    const limits = numbers(5).map(() => {
      ahead.fill(numbers(ahead.limit));
      ahead.take(1_000);
      return ahead.limit;
    });
    expect(limits).toEqual([20, 40, 80, 100, 100]);
  });

  it('returns what was read in order, and no more', () => {
    const ahead = new PrefetchBuffer<number>(10, clock);
    ahead.fill([1, 2, 3]);
    expect([ahead.take(2), ahead.isEmpty, ahead.take(2), ahead.isEmpty]).toEqual([[1, 2], false, [3], true]);
  });

  it('drops stale deliveries and then reads fewer, but never below the minimum', () => {
    const ahead = new PrefetchBuffer<number>(10, clock);
    ahead.fill([1]);
    ahead.take(1);
    ahead.fill([1, 2]);
    clock.advance(500);
    expect([ahead.isEmpty, ahead.limit]).toEqual([false, 20]);
    clock.advance(1);
    expect([ahead.isEmpty, ahead.limit, ahead.take(1)]).toEqual([true, 10, []]);
    ahead.fill([1]);
    clock.advance(501);
    expect([ahead.isEmpty, ahead.limit]).toEqual([true, 10]);
  });

  it('can start with more than a hundred', () => {
    const ahead = new PrefetchBuffer<number>(200, clock);
    ahead.fill(numbers(200));
    ahead.take(200);
    expect(ahead.limit).toBe(200);
  });
});
