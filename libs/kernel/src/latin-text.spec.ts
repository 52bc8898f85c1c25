import fc from 'fast-check';
import { latinText } from './latin-text.js';

const isAssigned = (character: string) => !/\p{Cn}/u.test(character);
const isLatinLetter = (character: string) => /^(?=\p{L})\p{Script=Latin}$/u.test(character);
const basicPlane = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

describe('latinText', () => {
  const letters = latinText('0');

  it('takes the Latin letters of the basic plane and no others', () => {
    const wrong = basicPlane
      .filter(isAssigned)
      .filter((character) => character !== '0' && letters.test(character) !== isLatinLetter(character));
    expect(wrong).toEqual([]);
  });

  it('takes combining marks after a letter only', () => {
    expect(['Q\u0303', 'Q\u0303\u0304a', 'a Q\u0303'].filter((text) => !letters.test(text))).toEqual([]);
    expect(['\u0303', '\u0303a', '0\u0303', 'a \u0303'].filter((text) => letters.test(text))).toEqual([]);
  });

  it('takes spaces around letters, but no blank text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[aé0 ]*$/), (text) => {
        expect(letters.test(text)).toBe(text.trim() !== '');
        expect(latinText('0', { leadingSpaces: false }).test(text)).toBe(/^[^ ]/.test(text));
      }),
    );
  });
});
