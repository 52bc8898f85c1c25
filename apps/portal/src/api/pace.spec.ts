import { Pace } from './pace.js';

/** The waits of a pace for changes that come at these times, in ms. */
function waitsAt(times: readonly number[], spread = 0): number[] {
  const pace = new Pace();
  return times.map((at) => {
    const wait = pace.next(at, spread);
    pace.told(at + wait);
    return wait;
  });
}

describe('the pace at which changes are told', () => {
  it('is quick after a calm', () => {
    expect(waitsAt([0, 60_000, 120_000])).toEqual([250, 250, 250]);
    expect(waitsAt([0], 1)).toEqual([500]);
  });

  it('becomes slow while changes never end, and never slower than 8 seconds', () => {
    const pace = new Pace();
    let now = 0;
    const waits = Array.from({ length: 8 }, () => {
      const wait = pace.next(now, 1);
      now += wait;
      pace.told(now);
      return wait;
    });
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
  });

  it('is quick again once nothing has changed for a while', () => {
    expect(waitsAt([0, 300, 900, 10_000])).toEqual([250, 500, 1_000, 250]);
  });
});
