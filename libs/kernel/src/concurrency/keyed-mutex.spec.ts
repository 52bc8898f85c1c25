import { KeyedMutex } from './keyed-mutex.js';

const soon = () => performance.now() + 10_000;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe(KeyedMutex.name, () => {
  it('serves requests for one name one after the other, in their order', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    let atOnce = 0;
    const visit = async (visitor: number) => {
      const release = await mutex.acquire('name', soon());
      order.push(`${visitor} of ${++atOnce}`);
      await tick();
      atOnce -= 1;
      release!();
    };
    await Promise.all([1, 2, 3, 4].map(visit));
    expect(order).toEqual(['1 of 1', '2 of 1', '3 of 1', '4 of 1']);
  });

  it('does not make different names wait for each other', async () => {
    const mutex = new KeyedMutex();
    const both = [await mutex.acquire('one', soon()), await mutex.acquire('two', soon())];
    expect(both.every((release) => release !== undefined)).toBe(true);
  });

  it('gives up at the deadline, and still serves the next request', async () => {
    const mutex = new KeyedMutex();
    const release = await mutex.acquire('name', soon());
    expect(await mutex.acquire('name', performance.now() + 5)).toBeUndefined();
    expect(await mutex.acquire('name', performance.now() - 5)).toBeUndefined();
    release!();
    expect(await mutex.acquire('name', performance.now() - 5)).toBeDefined();
  });
});
