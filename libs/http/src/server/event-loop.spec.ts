import { setTimeout as sleep } from 'node:timers/promises';
import { EventLoop } from './event-loop.js';

describe('an event loop', () => {
  const work = async (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    // A turn in which it is counted.
    await sleep(1);
  };

  it('is busy while it works without a pause, and no longer than that', async () => {
    const loop = new EventLoop();
    await work(200);
    expect(loop.isBusy).toBe(true);
    await sleep(600);
    expect(loop.isBusy).toBe(false);
  });

  it('is not busy because of moments of work', async () => {
    const loop = new EventLoop();
    await sleep(600);
    expect(loop.isBusy).toBe(false);
    await work(20);
    expect(loop.isBusy).toBe(false);
  });
});
