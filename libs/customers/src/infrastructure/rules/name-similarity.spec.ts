import fc from 'fast-check';
import { jaroWinkler, mostSimilar } from './name-similarity.js';

const text = fc.string({ unit: fc.constantFrom(...'abcdeé '), maxLength: 24 });

describe('the Jaro-Winkler similarity', () => {
  it.each([
    ['martha', 'marhta', 0.9611],
    ['dixon', 'dicksonx', 0.8133],
    ['dwayne', 'duane', 0.84],
    ['jellyfish', 'smellyfish', 0.8963],
    ['abc', 'xyz', 0],
    ['', 'abc', 0],
    ['', '', 1],
  ])('of %j and %j is the one of the literature', (one, other, expected) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(expected, 4);
  });

  it('is the same in either order', () => {
    fc.assert(fc.property(text, text, (one, other) => jaroWinkler(one, other) === jaroWinkler(other, one)));
  });

  it('lies between 0 and 1, and is 1 for equal texts only', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const score = jaroWinkler(one, other);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(score === 1).toBe(one === other);
      }),
    );
  });

  it('never exceeds what texts of these lengths can reach', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(jaroWinkler(one, other)).toBeLessThanOrEqual(mostSimilar(one.length, other.length) + 1e-12);
      }),
    );
  });

  it('is high when one letter of a long text is lost', () => {
    const long = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(long, fc.nat(), (whole, at) => {
        const place = at % whole.length;
        expect(jaroWinkler(whole, whole.slice(0, place) + whole.slice(place + 1))).toBeGreaterThan(0.8);
      }),
    );
  });
});
