import { BoundedCache } from './bounded-cache.js';

describe(BoundedCache.name, () => {
  it('loads a value once, even for concurrent callers', async () => {
    const cache = new BoundedCache<number>(2);
    const make = jest.fn(async () => 1);
    expect(await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])).toEqual([1, 1, 1]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('evicts the least recently used entry', async () => {
    const cache = new BoundedCache<string>(2);
    const made: string[] = [];
    const get = (key: string) => cache.get(key, async () => (made.push(key), key));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(key)).toBe(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('does not cache failures', async () => {
    const cache = new BoundedCache<number>(2);
    await expect(cache.get('a', async () => Promise.reject(new Error('no key')))).rejects.toThrow('no key');
    expect(await cache.get('a', async () => 2)).toBe(2);
  });
});
