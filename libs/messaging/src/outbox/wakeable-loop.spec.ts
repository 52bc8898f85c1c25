import { WakeableLoop } from './wakeable-loop.js';

const GATHER_MS = 400;

describe(WakeableLoop.name, () => {
  let startedAt: number[];
  let outcomes: (() => Promise<boolean>)[];
  let errors: unknown[];
  let loop: WakeableLoop;

  beforeEach(() => {
    [startedAt, outcomes, errors] = [[], [], []];
    const round = () => {
      startedAt.push(performance.now());
      return (outcomes.shift() ?? (() => Promise.resolve(false)))();
    };
    loop = new WakeableLoop(round, { gatherMs: GATHER_MS, onError: (error) => errors.push(error) });
  });
  afterEach(() => loop.stop());

  const rounds = async (count: number) => {
    while (startedAt.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('starts a round at once when nothing was done lately', async () => {
    const wokenAt = performance.now();
    loop.wake();
    await rounds(1);
    expect(startedAt[0]! - wokenAt).toBeLessThan(GATHER_MS);
  });

  it('handles wake-ups that follow a round together', async () => {
    loop.wake();
    await rounds(1);
    for (let wakeUp = 0; wakeUp < 5; wakeUp++) {
      loop.wake();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await rounds(2);
    expect(startedAt[1]! - startedAt[0]!).toBeGreaterThanOrEqual(GATHER_MS - 1);
    await new Promise((resolve) => setTimeout(resolve, 1.2 * GATHER_MS));
    expect(startedAt).toHaveLength(2);
  });

  it('starts the next round at once while more is due', async () => {
    outcomes = Array.from({ length: 20 }, () => () => Promise.resolve(true));
    loop.wake();
    await rounds(21);
    expect(startedAt[20]! - startedAt[0]!).toBeLessThan(10 * GATHER_MS);
  });

  it('runs again after a wake-up during a round', async () => {
    let finish!: () => void;
    outcomes = [() => new Promise((resolve) => (finish = () => resolve(false)))];
    loop.wake();
    await rounds(1);
    loop.wake();
    finish();
    await rounds(2);
  });

  it('goes on after a round that failed', async () => {
    outcomes = [() => Promise.reject(new Error('away'))];
    loop.wake();
    await rounds(1);
    loop.wake();
    await rounds(2);
    expect(errors).toEqual([new Error('away')]);
  });

  it('starts no round after it was stopped, not even one that gathers', async () => {
    loop.wake();
    await rounds(1);
    loop.wake();
    await loop.stop();
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 1.2 * GATHER_MS));
    expect(startedAt).toHaveLength(1);
  });
});
