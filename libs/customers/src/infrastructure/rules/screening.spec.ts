import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { Screening } from './screening.js';
import { parseScreeningList } from './screening-list.js';
import type { ListEntry } from './list-entry.js';
import { screeningName } from './screening-name.js';

const name = (text: string) => screeningName(text, 'person')!;

const LIST = `ent_num,SDN_Name,SDN_Type,aliases,list
1,"AL-FAKHIRI, Muhammad Hasan",individual,"ABU HASAN; AL FAKHIRI, Mohamed",watchlist
2,"KOWALSKI, Zbigniew",individual,,alertlist
3,"FAKE STAR SHIPPING CO., LTD.",-0-,FSS LINES,watchlist
4,"LOPEZ MENDOZA, José María",individual,,watchlist
5,CHIMERA,-0-,,watchlist
6,"QADHDHAFI, Saif",individual,,watchlist
`;

const build = async (text: string) => Screening.build(await parseScreeningList(text));

let screening: Screening;
beforeAll(async () => {
  screening = await build(LIST);
});
const matched = (...names: string[]) => screening.matches(names.map(name)).map(({ entry_id }) => entry_id);

describe(Screening.name, () => {
  it.each([
    ['Muhammad Hasan Al-Fakhiri', '1'],
    ['Mohammed Hassan al Fakhiri', '1'],
    ['Muhammad Hasan Alfakhiri', '1'],
    ['Mohamed Al Fakhiri', '1'],
    ['Abu Hassan', '1'],
    ['Zbigniew Kowalski', '2'],
    ['Zbigniew Kowalsky', '2'],
    ['Kowalski Zbigniew', '2'],
    ['Fake Star Shipping', '3'],
    ['F.S.S. Lines', '3'],
    ['Jose Maria Lopez-Mendoza', '4'],
    ['Jose Maria Loqez Mendoza', '4'],
    ['Chimera', '5'],
    ['Chimaera', '5'],
    ['Saif Qadhafi', '6'],
  ])('finds %j to be entry %s', (text, id) => {
    expect(matched(text)).toEqual([id]);
  });

  it.each([
    ...['Muhammad Ali', 'Hasan Muhammad', 'Zbigniew Nowak', 'Jan Kowalski', 'Star Shipping', 'Blue Star Lines'],
    ...['Maria Mendoza', 'José Lopez', 'Jane Doe', 'Chimene Raban', 'Kim Li', 'X'],
  ])('lets %j pass', (text) => {
    expect(matched(text)).toEqual([]);
  });

  it('returns the best score and name of each entry, best entry first', () => {
    const [first, second, ...others] = screening.matches([name('Zbigniew Kowalsky'), name('Mohamed Al Fakhiri')]);
    expect(first).toEqual({ entry_id: '1', list: 'watchlist', listed_name: 'AL FAKHIRI, Mohamed', score: 1 });
    expect(second).toMatchObject({ entry_id: '2', list: 'alertlist', listed_name: 'KOWALSKI, Zbigniew' });
    expect(second?.score).toBeLessThan(1);
    expect(others).toEqual([]);
  });

  it('is stricter with alert lists than with watch lists', async () => {
    const near = [name('Frederic Lindhelm')];
    const matchesOn = async (list: string) =>
      (await build(`ent_num,SDN_Name,list\n1,Fredrik Lindholm,${list}\n`)).matches(near).length;
    expect([await matchesOn('watchlist'), await matchesOn('alertlist')]).toEqual([1, 0]);
  });
});

const SYLLABLES = [
  'ba',
  'ko',
  'mi',
  'ran',
  'sel',
  'tor',
  'vi',
  'zan',
  'hu',
  'jad',
  'lor',
  'pen',
  'dri',
  'gus',
  'fa',
  'nel',
];

/** A long list that is the same each time: words of two or three syllables, some of them in a great many names. */
function longList(size: number): ListEntry[] {
  let seed = 42;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  const word = () => Array.from({ length: 2 + below(2) }, () => SYLLABLES[below(SYLLABLES.length)]).join('');
  const given = [...Array.from({ length: 400 }, word), 'muhammad', 'muhammad', 'ali', 'ahmad'];
  return Array.from({ length: size }, (_, place): ListEntry => {
    const text = `${given[below(given.length)]} ${place % 5 === 0 ? 'muhammad ' : ''}${word()}`;
    return { id: String(place), list: 'watchlist', names: [{ text, name: name(text) }] };
  });
}

describe(`${Screening.name} with 20,000 entries`, () => {
  const entries = longList(20_000);
  let large: Screening;
  beforeAll(async () => {
    large = await Screening.build(entries);
  });

  it('compares a name with few of them', () => {
    const asked = entries.filter((_, place) => place % 100 === 0).map(({ names }) => names[0]!.name);
    const strangers = ['Jane Doe', 'John Smith', 'Northwind Trading', 'Muhammad Ali', 'Ali Muhammad Smith'].map(name);
    const counts = [...asked, ...strangers].map((each) => large.candidates(each).length);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeLessThan(entries.length * 0.02);
    expect(Math.max(...counts)).toBeLessThan(entries.length * 0.1);
  });

  it('compares it with each listed name that differs in one letter of each word', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const edit = fc.record({ place: fc.nat(), letter, kind: fc.constantFrom('replace', 'insert', 'drop') });
    const entry = fc.nat(entries.length - 1).map((place) => entries[place]!);
    fc.assert(
      fc.property(entry, fc.array(edit, { minLength: 3, maxLength: 3 }), ({ id, names }, edits) => {
        const words = names[0]!.name.tokens.map((word, index) => {
          const { place, letter: other, kind } = edits[index]!;
          const at = place % word.length;
          return word.slice(0, at) + (kind === 'drop' ? '' : other) + word.slice(kind === 'insert' ? at : at + 1);
        });
        expect(large.candidates(name(words.join(' '))).map((found) => found.entry.id)).toContain(id);
      }),
      { numRuns: countOf(300) },
    );
  });
});
