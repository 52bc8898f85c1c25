import { PartError } from './part-error.js';

/** The most characters of one record: as long as the body of one transfer may be. */
export const MAX_RECORD = 65_536;

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_FEED = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a part. Only a file begins with a byte-order mark, and so only its first part may.
 * @throws PartError
 */
export function decodePart(bytes: Uint8Array, number: number): string {
  const text = decoded(bytes);
  if (!text.startsWith(BYTE_ORDER_MARK)) return text;
  if (number > 1) throw new PartError(1, 'only the first part may begin with a byte-order mark');
  return text.slice(BYTE_ORDER_MARK.length);
}

/** How many lines end in the part. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** Whether the last record of the part is complete, whatever part follows. */
export function endsLine(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes[bytes.length - 1] === LINE_FEED;
}

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new PartError(firstBadLine(bytes), 'the bytes are not UTF-8');
  }
}

// Line by line, because the decoder does not say where it failed.
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; ;) {
    const end = bytes.indexOf(LINE_FEED, from);
    try {
      decoder.decode(bytes.subarray(from, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    from = end + 1;
    line += 1;
  }
}
