import { type ListedFile, type Sighting, stableFiles, updateSightings } from './listing.js';
import { isWanted, matchesPattern } from './name-pattern.js';

const file = (size: number | undefined, modified = 1): ListedFile => ({
  name: 'a',
  size,
  modifiedAt: new Date(modified),
});

/** What is stable after listings a second apart. */
function stableAfter(...listings: (ListedFile | undefined)[]): string[] {
  let sightings: ReadonlyMap<string, Sighting> = new Map();
  listings.forEach((listed, at) => {
    sightings = updateSightings(sightings, listed ? [listed] : [], at * 1_000);
  });
  return stableFiles(sightings, (listings.length - 1) * 1_000, 2_000).map(({ name }) => name);
}

describe('a listed file', () => {
  it('is read once it has not changed for long enough', () => {
    expect(stableAfter(file(1), file(1))).toEqual([]);
    expect(stableAfter(file(1), file(1), file(1))).toEqual(['a']);
  });

  it.each([
    ['grows', [file(1), file(1), file(2)]],
    ['is written again', [file(1), file(1), file(1, 2)]],
    ['was gone', [file(1), file(1), undefined, file(1)]],
  ])('that %s is not read yet', (_, listings) => {
    expect(stableAfter(...listings)).toEqual([]);
  });

  it('without size and time is read after the same time', () => {
    const bare = { name: 'a', size: undefined, modifiedAt: undefined };
    expect(stableAfter(bare, bare, bare)).toEqual(['a']);
  });
});

describe('a pattern of names', () => {
  it.each([
    ['*.ach', 'return-1.ach', true],
    ['*.ach', 'return-1.ach.part', false],
    ['*.ACH', 'return-1.ach', false],
    ['return-?.ach', 'return-1.ach', true],
    ['return-?.ach', 'return-12.ach', false],
    ['*', '', true],
    ['a*b*c', 'aXbXbXc', true],
    ['a*b*c', 'aXbXbX', false],
    ['.*', '.hidden', true],
    ['.*', 'x.hidden', false],
  ])('%s and %s: %s', (pattern, name, fits) => {
    expect(matchesPattern(name, pattern)).toBe(fits);
  });

  it('takes no long time, however many stars it has', () => {
    expect(matchesPattern('a'.repeat(255), `${'*a'.repeat(49)}*b`)).toBe(false);
  });

  it('that ignores a name wins over one that matches it', () => {
    expect(isWanted('x.ach.part', { match: ['*'], ignore: ['*.part'] })).toBe(false);
    expect(isWanted('x.ach', { match: ['*.txt', '*.ach'], ignore: ['*.part'] })).toBe(true);
    expect(isWanted('x.csv', { match: ['*.ach'], ignore: [] })).toBe(false);
  });
});
