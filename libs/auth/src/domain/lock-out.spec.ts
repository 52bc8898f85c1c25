import { delayMs, lockedSeconds } from './lock-out.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const count = (failures: number, seconds = 900) => ({
  failures,
  expires_at: new Date(NOW.getTime() + seconds * 1000),
});

describe('the lock-out', () => {
  it('begins with the tenth failure and lasts until failures expire', () => {
    expect([undefined, count(1), count(9)].map((each) => lockedSeconds(each, NOW))).toEqual([0, 0, 0]);
    expect([count(10), count(11, 1), count(10, 0)].map((each) => lockedSeconds(each, NOW))).toEqual([900, 1, 0]);
  });

  it('delays a name more with every failure, by two seconds at most', () => {
    expect([undefined, count(10), count(11), count(20), count(1_000_000)].map(delayMs)).toEqual([
      0, 0, 100, 1_000, 2_000,
    ]);
  });
});
