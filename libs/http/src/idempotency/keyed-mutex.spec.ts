import { KeyedMutex } from './keyed-mutex.js';

const soon = () => performance.now() + 10_000;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('of one name come one after the other, in the order in which they were asked for', async () => {
    const turns = new KeyedMutex();
    const order: string[] = [];
    let atOnce = 0;
    const visit = async (visitor: number) => {
      const turn = await turns.take('name', soon());
      order.push(`${visitor} of ${++atOnce}`);
      await tick();
      atOnce -= 1;
      turn!.end();
    };
    await Promise.all([1, 2, 3, 4].map(visit));
    expect(order).toEqual(['1 of 1', '2 of 1', '3 of 1', '4 of 1']);
  });

  it('of different names do not wait for one another', async () => {
    const turns = new KeyedMutex();
    const both = [await turns.take('one', soon()), await turns.take('two', soon())];
    expect(both.every((turn) => turn !== undefined)).toBe(true);
  });

  it('are not had by whoever waits until the deadline, and harms nobody by it', async () => {
    const turns = new KeyedMutex();
    const first = await turns.take('name', soon());
    expect(await turns.take('name', performance.now() + 5)).toBeUndefined();
    expect(await turns.take('name', performance.now() - 5)).toBeUndefined();
    first!.end();
    expect(await turns.take('name', performance.now() - 5)).toBeDefined();
  });
});
