import type { BulkTransfer } from '../../api/types.js';

export type BulkFormat = BulkTransfer['format'];

/** The service takes no larger part, and no more of them. */
const MAX_PART_BYTES = 1024 * 1024;
const MAX_PARTS = 500;
export const MAX_FILE_BYTES = MAX_PARTS * MAX_PART_BYTES;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** A part of a file. */
export interface Part {
  /** From 1. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes of the file end with it. */
  readonly end: number;
  /** How many lines of the file are before it. */
  readonly linesBefore: number;
}

/**
 * The parts of a file, each of at most 1 MiB and read when it is asked for. No record crosses parts: a line break within
 * the quotes of a CSV file ends none. The same file always has the same parts, which is how an upload is resumed.
 */
export async function* partsOf(file: Blob, format: BulkFormat, partBytes = MAX_PART_BYTES): AsyncGenerator<Part> {
  let [number, start, linesBefore] = [1, 0, 0];
  while (start < file.size) {
    const bytes = new Uint8Array(await file.slice(start, start + partBytes).arrayBuffer());
    const isLast = start + bytes.length >= file.size;
    const found = recordsIn(bytes, format);
    // A record that is longer than a part is left to the service to refuse.
    const length = isLast || found.end === 0 ? bytes.length : found.end;
    yield { number, bytes: bytes.subarray(0, length), end: start + length, linesBefore };
    number += 1;
    start += length;
    linesBefore += found.lines;
  }
}

/** Where the last complete record ends, and how many lines are before that. */
function recordsIn(bytes: Uint8Array, format: BulkFormat): { readonly end: number; readonly lines: number } {
  let [end, lines, linesSoFar, isQuoted] = [0, 0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
    if (byte !== LINE_FEED) continue;
    linesSoFar += 1;
    if (!isQuoted) [end, lines] = [at + 1, linesSoFar];
  }
  return { end, lines };
}

/** A file of JSON begins with an object, which no header of CSV does. */
export async function formatOf(file: Blob): Promise<BulkFormat> {
  const beginning = await file.slice(0, 64).text();
  return /^[\uFEFF\s]*\{/.test(beginning) ? 'ndjson' : 'csv';
}

export const sha256 = async (bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
