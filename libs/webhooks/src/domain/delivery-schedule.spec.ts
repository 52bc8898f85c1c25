import { HOUR_MS } from '@payments/kernel';
import { MAX_ATTEMPTS, MAX_RETRY_AFTER_MS, retryAfterMs, waitAfter, WAITS_MS } from './delivery-schedule.js';

const START = new Date('2026-01-31T00:00:00.000Z');

/** A seeded generator (mulberry32), so that a failing run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The waits between failed attempts, in milliseconds. */
function runOut(random: () => number): number[] {
  const waits: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const wait = waitAfter(attempt, { random: random() });
    if (wait === undefined) return waits;
    waits.push(wait);
  }
}

describe('the attempt schedule', () => {
  it('has 19 attempts, the 15th after about 21 hours', () => {
    expect(MAX_ATTEMPTS).toBe(19);
    const sum = WAITS_MS.slice(0, 14).reduce((total, wait) => total + wait, 0);
    expect(sum / HOUR_MS).toBeCloseTo(21.1, 1);
    expect(WAITS_MS.slice(14)).toEqual([12, 12, 12, 12].map((hours) => hours * HOUR_MS));
  });

  it.each(Array.from({ length: 200 }, (_, seed) => seed))('stays within 10% of each wait with seed %i', (seed) => {
    const waits = runOut(seeded(seed));
    expect(waits).toHaveLength(18);
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(WAITS_MS[index]! * 0.9);
      expect(wait).toBeLessThanOrEqual(WAITS_MS[index]! * 1.1);
    });
  });

  it('spreads jitter evenly to both sides', () => {
    expect([0, 0.5, 1].map((random) => runOut(() => random)[0])).toEqual([4_500, 5_000, 5_500]);
  });

  it('has no attempt after the last one', () => {
    expect(waitAfter(19, { random: 0.5 })).toBeUndefined();
    expect(waitAfter(19, { random: 0.5, retryAfterMs: 1_000 })).toBeUndefined();
  });
});

describe('an endpoint that sends Retry-After', () => {
  const waitOf = (attempt: number, retryAfter: number) => waitAfter(attempt, { random: 0.5, retryAfterMs: retryAfter });

  it('postpones the attempt beyond the schedule', () => {
    expect(waitOf(1, 60_000)).toBe(60_000);
  });

  it('cannot advance the attempt', () => {
    expect(waitOf(3, 1_000)).toBe(120_000);
  });

  it('can postpone the attempt by at most six hours', () => {
    expect(waitOf(1, 7 * 24 * HOUR_MS)).toBe(MAX_RETRY_AFTER_MS);
    expect(waitOf(15, 7 * 24 * HOUR_MS)).toBe(12 * HOUR_MS);
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['999999999', 999_999_999_000],
    ['Sat, 31 Jan 2026 00:01:30 GMT', 90_000],
    ['Fri, 30 Jan 2026 00:00:00 GMT', 0],
  ])('may send "%s"', (header, expected) => {
    expect(retryAfterMs(header, START)).toBe(expected);
  });

  it.each(['', 'soon', '-1', '1.5', '1e3', '2026 GMT+1', '2026-02-01T00:00:00Z', 'tomorrow GMT', '99999999999'])(
    'is ignored when it sends "%s"',
    (header) => {
      expect(retryAfterMs(header, START)).toBeUndefined();
    },
  );
});
