import fc from 'fast-check';
import { isSame } from './deep-equal.js';

describe('plain values', () => {
  it('equal their copies, in any order of keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([name, inner]) => [name, reversed(inner)]));
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(isSame(value, reversed(value))).toBe(true)));
  });

  it('are equal exactly when a deep comparison finds no difference', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
        let equal = true;
        try {
          expect(one).toStrictEqual(other);
        } catch {
          equal = false;
        }
        expect(isSame(one, other)).toBe(equal);
      }),
    );
  });

  it.each<[unknown, unknown]>([
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [[], {}],
    [['a'], { 0: 'a' }],
    [null, {}],
    [new Date(1), new Date(2)],
    [new Date(1), {}],
    [{}, new Date(1)],
    ['1', 1],
  ])('differ as %j and %j do', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it('are equal as Dates of the same time', () => {
    expect(isSame({ at: new Date(5) }, { at: new Date(5) })).toBe(true);
  });
});
