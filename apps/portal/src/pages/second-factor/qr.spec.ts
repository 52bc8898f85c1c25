import { createHash } from 'node:crypto';
import { qrCode } from './qr.js';

const linesOf = (text: string) => qrCode(text)!.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

// Read back once by another program (jsQR 1.4.0), as were 250 other texts of all versions.
const PAY = `
#######..##...#######
#.....#.#.#.#.#.....#
#.###.#..###..#.###.#
#.###.#..####.#.###.#
#.###.#.#.#.#.#.###.#
#.....#...#.#.#.....#
#######.#.#.#.#######
.........#.##........
#.#.#.#...##....#..#.
##...#.##.....#..#.##
##.####.##..#...#####
.#..#...#.#...#....#.
#.##.###....#.#.##..#
........##.#.#.#.##.#
#######....#.###.####
#.....#..#.###.###..#
#.###.#.#.##.###..#.#
#.###.#.......#...##.
#.###.#.###.#...#...#
#.....#..#....#...##.
#######.#...#.#.#.###`;

describe('a QR code', () => {
  it('is the one that another program has read', () => {
    expect(linesOf('pay')).toEqual(PAY.trim().split('\n'));
  });

  it.each([
    [60, 33, 'f53b1add03bb7dd7'],
    [200, 57, 'cd901235e56834e9'],
    [600, 93, 'fe2833e42211d81a'],
  ])('of %i bytes has the modules that were read', (length, size, digest) => {
    const lines = linesOf('payments'.repeat(length).slice(0, length));
    expect([lines.length, new Set(lines.map((line) => line.length))]).toEqual([size, new Set([size])]);
    expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(digest);
  });

  it('is as large as its bytes need, and there is none for more than fit', () => {
    expect([14, 15, 26, 27].map((length) => linesOf('a'.repeat(length)).length)).toEqual([21, 25, 25, 29]);
    expect(linesOf('é'.repeat(8)).length).toBe(25);
    expect([qrCode('a'.repeat(666))?.length, qrCode('a'.repeat(667))]).toEqual([97, undefined]);
  });
});
