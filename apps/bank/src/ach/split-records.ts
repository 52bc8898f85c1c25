import { AchRecord, RECORD_LENGTH } from './ach-record.js';
import type { Problems } from './refusal.js';

const LF = 0x0a;
const CR = 0x0d;

/**
 * The records of a file. All lines end alike: in LF, CR LF, CR, or in nothing at all; the last one may lack its end.
 * @throws RefusedFile
 */
export function splitRecords(bytes: Buffer, problems: Problems): AchRecord[] {
  if (bytes.length === 0) problems.stop(1, 'empty_file', 'the file is empty');
  const ending = endingOf(bytes);
  const records: AchRecord[] = [];
  for (let at = 0; at < bytes.length; at += RECORD_LENGTH + ending.length) {
    const line = records.length + 1;
    const record = bytes.subarray(at, at + RECORD_LENGTH);
    const length = lengthOfLine(bytes, at, ending);
    if (length !== RECORD_LENGTH) {
      problems.stop(line, 'record_length', `the line has ${length} characters instead of ${RECORD_LENGTH}`);
    }
    if (!endsWell(bytes, at + RECORD_LENGTH, ending)) {
      problems.stop(line, 'line_ending', 'the line does not end as the first line does');
    }
    records.push(new AchRecord(line, record, problems));
  }
  for (const record of records) record.expectCharacters();
  return records;
}

function endingOf(bytes: Buffer): Buffer {
  const at = bytes.findIndex((byte) => byte === LF || byte === CR);
  if (at < 0) return Buffer.alloc(0);
  return bytes.subarray(at, bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1);
}

/** Up to the next line feed or carriage return of any kind. Without line ends, what is left counts, up to a record. */
function lengthOfLine(bytes: Buffer, from: number, ending: Buffer): number {
  if (ending.length === 0) return Math.min(RECORD_LENGTH, bytes.length - from);
  for (let at = from; at < bytes.length; at++) if (bytes[at] === LF || bytes[at] === CR) return at - from;
  return bytes.length - from;
}

function endsWell(bytes: Buffer, at: number, ending: Buffer): boolean {
  return at === bytes.length || bytes.subarray(at, at + ending.length).equals(ending);
}
