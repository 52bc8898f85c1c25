import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { joinedKeys, tokenKeys } from './token-keys.js';

const shared = (one: string, other: string) => tokenKeys(one).filter((key) => tokenKeys(other).includes(key));

describe('the keys of a word', () => {
  it.each([
    ['muhammad', 'mohamed'],
    ['qadhafi', 'gaddafi'],
    ['hussein', 'husayn'],
    ['osama', 'usama'],
    ['kowalski', 'kovalsky'],
    ['garcia', 'gracia'],
    ['zawahiri', 'alzawahiri'],
    ['li', 'lin'],
  ])('%s and %s have one in common', (one, other) => {
    expect(shared(one, other)).not.toEqual([]);
  });

  it.each([
    ['smith', 'jones'],
    ['ali', 'hassan'],
    ['li', 'wu'],
    ['muhammad', 'mustafa'],
  ])('%s and %s have none in common', (one, other) => {
    expect(shared(one, other)).toEqual([]);
  });

  it('have one in common whenever one letter differs, is missing or is too many', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const word = fc.string({ unit: letter, minLength: 3, maxLength: 14 });
    fc.assert(
      fc.property(word, fc.nat(), letter, (whole, at, other) => {
        const place = at % whole.length;
        const [before, after] = [whole.slice(0, place), whole.slice(place + 1)];
        expect(shared(whole, before + other + after)).not.toEqual([]);
        expect(shared(whole, before + after)).not.toEqual([]);
        expect(shared(whole, before + other + whole.slice(place))).not.toEqual([]);
      }),
      { numRuns: countOf(2_000) },
    );
  });

  it('find two words that were written as one', () => {
    expect(tokenKeys('abdulrahman')).toEqual(expect.arrayContaining(joinedKeys(['abdul', 'rahman'])));
    expect(joinedKeys(['abdul'])).toEqual([]);
  });
});
