import type { ContentFault } from './faults.js';

const RECORD_LENGTH = 94;
const PADDING = '9'.repeat(RECORD_LENGTH);

const lines = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n').slice(0, -1);
const joined = (records: readonly string[], ending = '\n'): Buffer =>
  Buffer.from(records.map((record) => `${record}${ending}`).join(''), 'latin1');

const withoutPadding = (bytes: Buffer): string[] => lines(bytes).filter((record) => record !== PADDING);

const spoilers: Partial<Record<ContentFault, (bytes: Buffer) => Buffer>> = {
  crlf: (bytes) => joined(lines(bytes), '\r\n'),
  // Banks that do not pad count blocks as if they did, so the block count stays right.
  unpadded: (bytes) => joined(withoutPadding(bytes)),
  no_header: (bytes) => joined(lines(bytes).slice(1)),
  truncated: (bytes) => {
    const records = joined(withoutPadding(bytes));
    return records.subarray(0, Math.floor(records.length * 0.6));
  },
};

/** A NACHA file with faults in it. */
export function spoilFile(bytes: Buffer, faults: readonly ContentFault[]): Buffer {
  return faults.reduce((spoilt, fault) => spoilers[fault]?.(spoilt) ?? spoilt, bytes);
}
