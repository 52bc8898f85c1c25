import fc from 'fast-check';
import { TokenBuckets } from './token-bucket.js';

const rate = fc.record({ perMinute: fc.integer({ min: 1, max: 6_000 }), burst: fc.integer({ min: 1, max: 200 }) });
const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 });

describe('token buckets', () => {
  it('never give more than the burst and what the rate adds in the time, over any stretch of time', () => {
    fc.assert(
      fc.property(rate, pauses, (limit, gaps) => {
        const buckets = new TokenBuckets(limit);
        const given: number[] = [];
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          if (buckets.take('key', now) === 0) given.push(now);
        }
        for (let from = 0; from < given.length; from++) {
          for (let to = from; to < given.length; to++) {
            const most = limit.burst + ((given[to]! - given[from]!) * limit.perMinute) / 60_000;
            expect(to - from + 1).toBeLessThanOrEqual(most + 1e-6);
          }
        }
      }),
    );
  });

  it('give a token to whoever waits as long as they say, and say 1 second at the least', () => {
    fc.assert(
      fc.property(rate, fc.nat(400), (limit, extra) => {
        const buckets = new TokenBuckets(limit);
        for (let i = 0; i < limit.burst; i++) expect(buckets.take('key', 0)).toBe(0);
        const wait = buckets.take('key', extra);
        fc.pre(wait > 0);
        expect(Number.isInteger(wait) && wait >= 1).toBe(true);
        expect(buckets.take('key', extra + wait * 1000)).toBe(0);
      }),
    );
  });

  it('never hold more than the burst, however long nobody asks', () => {
    const buckets = new TokenBuckets({ perMinute: 600, burst: 3 });
    buckets.take('key', 0);
    const later = 1_000_000_000;
    expect([1, 2, 3, 4].map(() => buckets.take('key', later) === 0)).toEqual([true, true, true, false]);
  });

  it('are separate for each key', () => {
    const buckets = new TokenBuckets({ perMinute: 1, burst: 1 });
    expect([buckets.take('a', 0), buckets.take('b', 0)]).toEqual([0, 0]);
    expect(buckets.take('a', 0)).toBeGreaterThan(0);
  });

  it('tell how long to wait without taking a token', () => {
    const buckets = new TokenBuckets({ perMinute: 60, burst: 1 });
    expect([buckets.peek('key', 0), buckets.peek('key', 0), buckets.take('key', 0)]).toEqual([0, 0, 0]);
    expect(buckets.peek('key', 0)).toBe(1);
    expect(buckets.peek('key', 1_000)).toBe(0);
  });

  it('give nothing for a clock that runs backwards', () => {
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: -60_000, max: 0 }), { maxLength: 50 }), (limit, moves) => {
        const buckets = new TokenBuckets(limit);
        let now = 10_000_000;
        let given = 0;
        for (let i = 0; i < limit.burst; i++) buckets.take('key', now);
        for (const move of moves) if (buckets.take('key', (now += move)) === 0) given++;
        expect(given).toBe(0);
      }),
    );
  });

  it('forget the longest unused key first, so that a flood of keys takes no more memory', () => {
    const buckets = new TokenBuckets({ perMinute: 1, burst: 1 });
    buckets.take('first', 0);
    buckets.take('second', 0);
    for (let i = 0; i < 9_998; i++) buckets.take(`key-${i}`, 0);
    expect(buckets.take('first', 0)).toBeGreaterThan(0);
    buckets.take('one more', 0);
    expect(buckets.take('first', 0)).toBeGreaterThan(0);
    expect(buckets.take('second', 0)).toBe(0);
  });
});
