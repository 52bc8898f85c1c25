import fc from 'fast-check';
import { screeningName, similarity } from './screening-name.js';
import type { NameKind } from './screening-name.js';

const name = (text: string, kind: NameKind = 'person') => screeningName(text, kind)!;
const like = (one: string, other: string, kind?: NameKind) => similarity(name(one, kind), name(other, kind));

describe('a name, as it is screened', () => {
  it.each<[string, NameKind, string]>([
    ['José  Ñuñez', 'person', 'jose nunez'],
    ['ŁUKASZ Sørensen-Groß', 'person', 'lukasz sorensen gross'],
    ['O’Neill', 'person', 'oneill'],
    ["D'Angelo", 'person', 'dangelo'],
    ['Jean‐Luc', 'person', 'jean luc'],
    ['BIN LADIN, Usama', 'person', 'usama bin ladin'],
    ['Zoe\u0308', 'person', 'zoe'],
    ['Əliyev', 'person', 'aliyev'],
    ['İbrahim Işık', 'person', 'ibrahim isik'],
    ['J. P. Morgan', 'person', 'j p morgan'],
    ['J.P. Morgan', 'person', 'jp morgan'],
    ['Acme Trading Co., Ltd.', 'organisation', 'acme trading'],
    ['Acme Trading, L.L.C.', 'organisation', 'acme trading'],
    ['Smith & Sons Inc', 'organisation', 'smith and sons'],
    ['Limited Inc', 'organisation', 'limited'],
  ])('%j of a %s is "%s"', (text, kind, tokens) => {
    expect(name(text, kind).tokens.join(' ')).toBe(tokens);
  });

  it.each(['', ' ', '-', '. ’ —'])('is none when there is nothing to compare in %j', (text) => {
    expect(screeningName(text, 'person')).toBeUndefined();
  });

  it('keeps a legal form in a person’s name', () => {
    expect(name('Maria Sa').tokens).toEqual(['maria', 'sa']);
  });

  it('ignores case, word order and punctuation', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgéüñ'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const shuffled = [...words].reverse().join('-').toUpperCase();
        expect(like(words.join(' '), `.${shuffled}.`)).toBe(1);
      }),
    );
  });

  it('ignores the division into words', () => {
    expect(like('AL-ZAWAHIRI, Ayman', 'Ayman Alzawahiri')).toBe(1);
  });

  it('cannot reach a threshold that its length rules out', () => {
    expect(similarity(name('Jo Li'), name('Josephine Lindstroem'), 0.9)).toBe(0);
  });
});

describe('the similarity of names', () => {
  it.each([
    ['Muhammad Husayn', 'MOHAMMAD, Husayn'],
    ['Vladimir Kowalski', 'KOWALSKY, Vladimir'],
    ['Jon Smith', 'SMITH, John'],
    ['Catherine Delacroix', 'DELACROIX, Katherine'],
    ['Osama bin Laden', 'BIN LADIN, Usama'],
    ['Aleksandr Petrov', 'PETROV, Alexander'],
  ])('is high for %j and %j', (one, other) => {
    expect(like(one, other)).toBeGreaterThanOrEqual(0.85);
  });

  it.each([
    ['Jane Doe', 'DOMINGUEZ, Jan'],
    ['Maria Garcia', 'RODRIGUEZ, Mario'],
    ['John Smith', 'SMITHSONIAN, Jonathan'],
    ['Robert Johnson', 'ROBERTSON, John'],
  ])('is below every threshold for %j and %j', (one, other) => {
    expect(like(one, other)).toBeLessThan(0.92);
  });
});
