import { Places } from './places.js';

describe(Places.name, () => {
  const take = (places: Places, caller: string, count: number) =>
    Array.from({ length: count }, () => places.take(caller));

  it('gives one caller all slots, and no more', () => {
    const places = new Places(10);
    take(places, 'a', 9);
    expect(places.areTakenFor('a')).toBe(false);
    take(places, 'a', 1);
    expect(places.areTakenFor('a')).toBe(true);
  });

  it('gives a caller its share when others hold all slots, and then refuses these until they are below theirs', () => {
    const places = new Places(10);
    const [first, ...others] = take(places, 'a', 10);
    take(places, 'b', 4);
    expect([places.areTakenFor('b'), places.areTakenFor('a')]).toEqual([false, true]);
    take(places, 'b', 1);
    expect(places.areTakenFor('b')).toBe(true);
    others.slice(0, 5).forEach(({ release }) => release());
    expect([places.inUse, places.areTakenFor('a')]).toEqual([10, true]);
    first!.release();
    expect([places.areTakenFor('a'), places.areTakenFor('b')]).toEqual([false, false]);
  });

  it('gives each of many callers one, up to twice as many slots', () => {
    const places = new Places(2);
    take(places, 'a', 2);
    take(places, 'b', 1);
    expect(places.areTakenFor('c')).toBe(false);
    take(places, 'c', 1);
    expect(places.areTakenFor('d')).toBe(true);
  });
});
