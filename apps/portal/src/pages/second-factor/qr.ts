/** The codewords for error correction of a block, and the number of blocks, at level M, by version from 1 on. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
/** Level M with mask 0: dark where row and column add up to an even number. Every reader knows all masks. */
const FORMAT = 0b00_000;
const FINDER = 7;

/** The modules of a QR code by row, dark ones true; undefined for a text that is too long for version 20. */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, at) => bytes.length <= dataCodewords(at + 1) - headerBytes(at + 1)) + 1;
  if (version === 0) return undefined;
  const grid = new Grid(version);
  grid.fill(interleaved(codewordsOf(bytes, version), version));
  return grid.rows;
}

/** What all codewords take, in bits. */
function rawBits(version: number): number {
  const all = (16 * version + 128) * version + 64;
  if (version < 2) return all;
  const marks = alignmentsOf(version).length;
  return all - ((25 * marks - 10) * marks - 55) - (version < 7 ? 0 : 36);
}

function dataCodewords(version: number): number {
  return Math.floor(rawBits(version) / 8) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
}

// The mode and the length, and four bits that round up.
const headerBytes = (version: number) => (version < 10 ? 2 : 3);

/** The data in byte mode, padded. */
function codewordsOf(bytes: readonly number[], version: number): number[] {
  const length = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 0xff];
  const nibbles = [0b0100, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 0xf]), 0];
  const words = nibbles.flatMap((nibble, at) => (at % 2 === 0 ? [(nibble << 4) | nibbles[at + 1]!] : []));
  while (words.length < dataCodewords(version)) words.push(0xec, 0x11);
  return words.slice(0, dataCodewords(version));
}

/** The blocks with their error correction, in the order in which their codewords are drawn. Later blocks are longer. */
function interleaved(data: readonly number[], version: number): number[] {
  const [count, size] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!];
  const short = Math.floor(data.length / count);
  const blocks = Array.from({ length: count }, (_, at) => {
    const longer = Math.max(0, at - (count - (data.length % count)));
    const from = at * short + longer;
    return data.slice(from, from + short + (at >= count - (data.length % count) ? 1 : 0));
  });
  const corrections = blocks.map((block) => correctionOf(block, size));
  const columns = (of: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, column) => of.flatMap((block) => block[column] ?? [])).flat();
  return [...columns(blocks, short + 1), ...columns(corrections, size)];
}

/** The remainder of the block by the generator polynomial (Reed-Solomon). */
function correctionOf(block: readonly number[], size: number): number[] {
  let generator = [1];
  for (let root = 1, at = 0; at < size; at += 1, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((each, place) => each ^ times(generator[place - 1] ?? 0, root));
  }
  const remainder = [...block, ...Array<number>(size).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = remainder[at]!;
    for (const [place, each] of generator.entries()) remainder[at + place]! ^= times(each, factor);
  }
  return remainder.slice(block.length);
}

/** In the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

/** A value with its check bits, by a polynomial of BCH. */
function checked(value: number, polynomial: number, bits: number): number {
  let remainder = value << bits;
  for (let bit = 31 - Math.clz32(remainder); bit >= bits; bit -= 1) {
    if ((remainder >> bit) & 1) remainder ^= polynomial << (bit - bits);
  }
  return (value << bits) | remainder;
}

class Grid {
  readonly rows: boolean[][];
  private readonly reserved: boolean[][];
  private readonly size: number;

  constructor(version: number) {
    this.size = version * 4 + 17;
    this.rows = this.empty();
    this.reserved = this.empty();
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    const far = this.size - FINDER;
    for (const [row, column] of [
      [0, 0],
      [0, far],
      [far, 0],
    ] as const) {
      this.square({
        row: row + 3,
        column: column + 3,
        radius: 4,
        isDark: (distance) => distance !== 2 && distance !== 4,
      });
    }
    const places = alignmentsOf(version);
    for (const row of places) for (const column of places) this.alignment(row, column);
    this.drawFormat();
    if (version >= 7) this.drawVersion(checked(version, 0x1f25, 12));
  }

  /** Draws the codewords from the lower right on, in columns of two, upward and downward in turn, and masks them. */
  fill(words: readonly number[]): void {
    const bits = words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (word >> bit) & 1));
    let next = 0;
    for (let pair = 0, right = this.size - 1; right > 0; pair += 1, right -= right === 8 ? 3 : 2) {
      for (let at = 0; at < this.size; at += 1) {
        const row = pair % 2 === 0 ? this.size - 1 - at : at;
        for (const column of [right, right - 1]) {
          if (this.reserved[row]![column]) continue;
          this.rows[row]![column] = (bits[next] === 1) !== ((row + column) % 2 === 0);
          next += 1;
        }
      }
    }
  }

  private alignment(row: number, column: number): void {
    if (this.reserved[row]![column] && row !== 6 && column !== 6) return;
    const far = this.size - FINDER;
    const isFinder = (row === 6 && column === 6) || (row === 6 && column === far) || (row === far && column === 6);
    if (!isFinder) this.square({ row, column, radius: 2, isDark: (distance) => distance !== 1 });
  }

  private square(square: { row: number; column: number; radius: number; isDark: (distance: number) => boolean }): void {
    const { row, column, radius, isDark } = square;
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        this.set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  }

  // Twice, so that it can be read although a corner is damaged.
  private drawFormat(): void {
    const bits = checked(FORMAT, 0x537, 10) ^ 0x5412;
    const last = this.size - 1;
    for (let bit = 0; bit < 15; bit += 1) {
      const isDark = ((bits >> bit) & 1) === 1;
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit;
      if (bit < 8) this.set(near, 8, isDark);
      else this.set(8, bit === 8 ? 7 : near, isDark);
      if (bit < 8) this.set(8, last - bit, isDark);
      else this.set(last - 14 + bit, 8, isDark);
    }
    this.set(this.size - 8, 8, true);
  }

  private drawVersion(bits: number): void {
    for (let bit = 0; bit < 18; bit += 1) {
      const isDark = ((bits >> bit) & 1) === 1;
      const [far, near] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.set(near, far, isDark);
      this.set(far, near, isDark);
    }
  }

  private set(row: number, column: number, isDark: boolean): void {
    if (this.rows[row]?.[column] === undefined) return;
    this.rows[row][column] = isDark;
    this.reserved[row]![column] = true;
  }

  private empty(): boolean[][] {
    return Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
  }
}
