import fc from 'fast-check';
import { isRoutingNumberOfABank } from './routing-number.js';

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];

/** The number with the check digit that belongs to its first eight digits. */
function complete(eight: string): string {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(eight[place]), 0);
  return eight + String((10 - (sum % 10)) % 10);
}

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

describe('a routing number', () => {
  it.each([
    ...['021000021', '011000015', '011000028', '011401533', '026009593', '111000025', '121000358', '122105155'],
    ...['253177049', '322271627', '061000104', '064000017', '091000019', '000000518', '800000006'],
  ])('%s belongs to a bank', (number) => {
    expect(isRoutingNumberOfABank(number)).toBe(true);
  });

  it.each(['021000020', '123456789', '111111111', '000000000', '999999999', '', '02100002', '0210000210', '02100002a'])(
    '"%s" is none of a bank',
    (number) => {
      expect(isRoutingNumberOfABank(number)).toBe(false);
    },
  );

  it('begins with a prefix in use: 00–12, 21–32, 61–72 or 80', () => {
    const used = Array.from({ length: 100 }, (_, number) => number).filter((prefix) =>
      isRoutingNumberOfABank(complete(`${String(prefix).padStart(2, '0')}100002`)),
    );
    const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
    expect(used).toEqual([...range(0, 12), ...range(21, 32), ...range(61, 72), 80]);
  });

  it('has one check digit for its first eight digits', () => {
    fc.assert(
      fc.property(digits(6), digits(1), (rest, digit) => {
        const right = complete(`02${rest}`);
        expect(isRoutingNumberOfABank(`02${rest}${digit}`)).toBe(right.endsWith(digit));
      }),
    );
  });

  it('is invalid when one digit after the prefix is mistyped', () => {
    fc.assert(
      fc.property(digits(6), fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 9 }), (rest, place, shift) => {
        const right = complete(`02${rest}`);
        const wrong = String((Number(right[place]) + shift) % 10);
        expect(isRoutingNumberOfABank(right.slice(0, place) + wrong + right.slice(place + 1))).toBe(false);
      }),
    );
  });
});
