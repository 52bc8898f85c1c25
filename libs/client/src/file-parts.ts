import type { BulkTransfer } from './types.js';

type BulkFormat = BulkTransfer['format'];

/** The service takes no larger part. */
export const MAX_PART_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/**
 * How many bytes are the next part of a file: up to the end of the last record within 1 MiB. A line break within the quotes of a CSV file ends no record. A record that is longer than a part is left to the
 * service to refuse. The same file always has the same parts, which is how an upload is resumed.
 * @param bytes the rest of the file, or more than 1 MiB of it
 */
export function partLength(bytes: Uint8Array, format: BulkFormat): number {
  if (bytes.length <= MAX_PART_BYTES) return bytes.length;
  const most = bytes.subarray(0, MAX_PART_BYTES);
  const end = format === 'csv' ? endOfCsvRecords(most) : most.lastIndexOf(LINE_FEED) + 1;
  return end > 0 ? end : MAX_PART_BYTES;
}

/** The parts of a file. An empty file has one. */
export function fileParts(file: Uint8Array, format: BulkFormat): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < file.length; from += parts.at(-1)!.length) {
    const rest = file.subarray(from);
    parts.push(rest.subarray(0, partLength(rest, format)));
  }
  return parts.length === 0 ? [file] : parts;
}

function endOfCsvRecords(bytes: Uint8Array): number {
  let [end, isQuoted] = [0, false];
  for (const [at, byte] of bytes.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (byte === LINE_FEED && !isQuoted) end = at + 1;
  }
  return end;
}
