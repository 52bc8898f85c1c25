import fc from 'fast-check';
import { isUuid, newId, newIdAt } from './ids.js';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const many = (count: number) => Array.from({ length: count }, () => newId());
const millisOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Makes the machine's clock return these instants, one per call; the last one repeats. */
function clockShows(...instants: number[]): void {
  let look = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => instants[Math.min(look++, instants.length - 1)]!);
}

describe('newIdAt', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('carries the given time, independent of the machine’s clock', () => {
    clockShows(0);
    const time = new Date('2100-01-31T17:04:05.123Z');
    expect(millisOf(newIdAt(time))).toBe(time.getTime());
  });

  it('returns ordered ids, even for the same time', () => {
    const ids = Array.from({ length: 10_000 }, () => newIdAt(new Date('2101-01-01T00:00:00Z')));
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('newId', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has the form of a version 7 UUID with the RFC 9562 variant', () => {
    for (const id of many(5_000)) expect(id).toMatch(VERSION_7);
  });

  it('never gives the same id twice', () => {
    expect(new Set(many(50_000)).size).toBe(50_000);
  });

  it('returns ordered ids, even thousands within one millisecond', () => {
    const ids = many(50_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it('carries the current time in its first 48 bits', () => {
    const now = Date.now() + 60_000;
    clockShows(now);
    expect(millisOf(newId())).toBe(now);
  });

  it('keeps order and uniqueness when the clock runs backwards', () => {
    const start = Date.now() + 120_000;
    clockShows(start, start - 1, start - 3_600_000, 0, start - 5, start, start + 1);
    const ids = many(7);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(7);
    expect(ids.slice(0, 6).map(millisOf)).toEqual(Array(6).fill(start));
    expect(millisOf(ids[6]!)).toBe(start + 1);
  });

  it('borrows the next millisecond when the sequence overflows, and stays ordered', () => {
    const start = Date.now() + 180_000;
    clockShows(start);
    const ids = many(10_000);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids.map(millisOf).every((millis) => millis >= start && millis <= start + 3)).toBe(true);
    expect(ids.every((id) => VERSION_7.test(id))).toBe(true);
  });

  it('differs in its random bits even where time and sequence are the same', () => {
    const tails = many(2_000).map((id) => id.slice(19));
    expect(new Set(tails).size).toBe(2_000);
  });
});

describe('isUuid', () => {
  it('accepts every UUID, in either letter case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(isUuid(id)).toBe(true);
        expect(isUuid(id.toUpperCase())).toBe(true);
      }),
    );
    expect(isUuid(newId())).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a UUID in braces', '{00000000-0000-7000-8000-000000000000}'],
    ['a UUID without hyphens', '00000000000070008000000000000000'],
    ['a digit too few', '00000000-0000-7000-8000-00000000000'],
    ['a digit too many', '00000000-0000-7000-8000-0000000000000'],
    ['a letter beyond f', '0000000g-0000-7000-8000-000000000000'],
    ['a line break at the end', '00000000-0000-7000-8000-000000000000\n'],
    ['SQL behind it', "00000000-0000-7000-8000-000000000000'; --"],
    ['blanks around it', ' 00000000-0000-7000-8000-000000000000 '],
  ])('refuses %s', (_, text) => {
    expect(isUuid(text)).toBe(false);
  });
});
