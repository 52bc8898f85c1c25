import { WakeableLoop } from './wakeable-loop.js';

const GATHER_MS = 400;
/** Longer than a test may take: what comes at all did not wait for it. */
const LONG_MS = 3_600_000;

describe(WakeableLoop.name, () => {
  let startedAt: number[];
  let outcomes: (() => Promise<boolean>)[];
  let errors: unknown[];
  let loop: WakeableLoop;

  beforeEach(() => {
    [startedAt, outcomes, errors] = [[], [], []];
    loop = aLoop(GATHER_MS);
  });
  afterEach(() => loop.stop());

  const aLoop = (gatherMs: number) => {
    const round = () => {
      startedAt.push(performance.now());
      return (outcomes.shift() ?? (() => Promise.resolve(false)))();
    };
    return new WakeableLoop(round, { gatherMs, onError: (error) => errors.push(error) });
  };

  const rounds = async (count: number) => {
    while (startedAt.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('starts a round at once when nothing was done lately', async () => {
    aLoop(LONG_MS).wake();
    await rounds(1);
  });

  it('handles wake-ups that follow a round together', async () => {
    loop.wake();
    await rounds(1);
    for (let wakeUp = 0; wakeUp < 5; wakeUp++) loop.wake();
    await rounds(2);
    // Timers count from the last turn of the event loop, so one may end some milliseconds early.
    expect(startedAt[1]! - startedAt[0]!).toBeGreaterThan(GATHER_MS / 2);
    await new Promise((resolve) => setTimeout(resolve, 1.2 * GATHER_MS));
    expect(startedAt).toHaveLength(2);
  });

  it('starts the next round at once while more is due', async () => {
    outcomes = Array.from({ length: 20 }, () => () => Promise.resolve(true));
    aLoop(LONG_MS).wake();
    await rounds(21);
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

  it('runs again after a round that failed', async () => {
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
