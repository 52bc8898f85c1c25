import { BoundedMap } from './bounded-map.js';

describe(BoundedMap.name, () => {
  it('evicts the oldest entry', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });
});
