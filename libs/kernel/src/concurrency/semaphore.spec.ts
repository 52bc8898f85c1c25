import { setImmediate as tick } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

describe(Semaphore.name, () => {
  const begun: string[] = [];
  beforeEach(() => {
    begun.length = 0;
  });
  const acquire = async (semaphore: Semaphore, name: string, size: number) => {
    const release = await semaphore.acquire(size);
    begun.push(name);
    return release;
  };

  it('gives no more permits than it has, in the order of the requests', async () => {
    const semaphore = new Semaphore(20);
    const all = [12, 8, 5, 1].map((size) => acquire(semaphore, `of ${size}`, size));
    await tick();
    expect(begun).toEqual(['of 12', 'of 8']);
    (await all[1]!)();
    await tick();
    expect(begun.slice(2)).toEqual(['of 5', 'of 1']);
  });

  it('serves an oversized request alone and in order', async () => {
    const semaphore = new Semaphore(20);
    const all = [1, 1_000, 1].map((size, index) => acquire(semaphore, `${index}`, size));
    await tick();
    expect(begun).toEqual(['0']);
    (await all[0]!)();
    await tick();
    expect(begun).toEqual(['0', '1']);
    (await all[1]!)();
    await tick();
    expect(begun).toEqual(['0', '1', '2']);
  });

  it('is idle when nothing is taken and no request waits', async () => {
    const semaphore = new Semaphore(1);
    expect(semaphore.isIdle).toBe(true);
    const release = await semaphore.acquire();
    const next = semaphore.acquire();
    expect(semaphore.isIdle).toBe(false);
    release();
    expect(semaphore.isIdle).toBe(false);
    (await next)();
    expect(semaphore.isIdle).toBe(true);
  });

  it('counts the permits that need no waiting', async () => {
    const semaphore = new Semaphore(3);
    const release = await semaphore.acquire(2);
    expect(semaphore.free).toBe(1);
    const waiting = semaphore.acquire(2);
    expect(semaphore.free).toBe(0);
    release();
    (await waiting)();
    expect(semaphore.free).toBe(3);
  });
});
