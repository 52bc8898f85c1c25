import type { AchBatch, AchEntry, Addenda, BatchHeader, FileHeader } from './ach-file.js';
import { NO_TOTALS, checkDigit, sumOf, totalsOf } from './arithmetic.js';

const RECORD_LENGTH = 94;
const BLOCKING_FACTOR = 10;

/**
 * A NACHA file in blocks of ten lines, each with a line feed.
 * @throws RangeError if a value does not fit its field
 */
export function writeAchFile(header: FileHeader, batches: readonly Omit<AchBatch, 'line'>[]): Buffer {
  const lines = [fileHeader(header), ...batches.flatMap((batch) => batchLines(batch))];
  const totals = batches.map(({ entries }) => totalsOf(entries)).reduce(sumOf, NO_TOTALS);
  const blocks = Math.ceil((lines.length + 1) / BLOCKING_FACTOR);
  lines.push(
    record(
      '9',
      digits(batches.length, 6),
      digits(blocks, 6),
      digits(totals.records, 8),
      digits(totals.hash, 10),
      digits(totals.debitCents, 12),
      digits(totals.creditCents, 12),
      text('', 39),
    ),
  );
  while (lines.length % BLOCKING_FACTOR > 0) lines.push('9'.repeat(RECORD_LENGTH));
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

function record(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== RECORD_LENGTH) throw new RangeError(`a record of ${line.length} characters`);
  return line;
}

function digits(value: number | string, width: number): string {
  const text = String(value).padStart(width, '0');
  if (!/^\d+$/.test(text) || text.length > width) throw new RangeError(`a number that does not fit ${width} digits`);
  return text;
}

function text(value: string, width: number): string {
  if (value.length > width || /[^ -~]/.test(value))
    throw new RangeError(`a text that does not fit ${width} characters`);
  return value.padEnd(width);
}

const optional = (value: string, width: number): string => (value === '' ? text('', width) : digits(value, width));

function fileHeader(header: FileHeader): string {
  return record(
    '101',
    text(header.destination, 10),
    text(header.origin, 10),
    digits(header.creationDate, 6),
    optional(header.creationTime, 4),
    text(header.modifier, 1),
    '094101',
    text(header.destinationName, 23),
    text(header.originName, 23),
    text(header.referenceCode, 8),
  );
}

function batchLines({ header, entries }: Omit<AchBatch, 'line'>): string[] {
  const totals = totalsOf(entries);
  return [
    batchHeader(header),
    ...entries.flatMap((entry) => [
      entryDetail(entry),
      ...entry.addenda.map((addenda, index) => addendaRecord(addenda, entry.trace, index + 1)),
    ]),
    record(
      '8',
      digits(header.serviceClass, 3),
      digits(totals.records, 6),
      digits(totals.hash, 10),
      digits(totals.debitCents, 12),
      digits(totals.creditCents, 12),
      text(header.companyId, 10),
      text('', 25),
      digits(header.originDfi, 8),
      digits(header.number, 7),
    ),
  ];
}

function batchHeader(header: BatchHeader): string {
  return record(
    '5',
    digits(header.serviceClass, 3),
    text(header.companyName, 16),
    text(header.companyData, 20),
    text(header.companyId, 10),
    text(header.sec, 3),
    text(header.description, 10),
    text(header.descriptiveDate, 6),
    digits(header.effectiveDate, 6),
    optional(header.settlementDay, 3),
    '1',
    digits(header.originDfi, 8),
    digits(header.number, 7),
  );
}

function entryDetail(entry: AchEntry): string {
  return record(
    '6',
    digits(entry.code, 2),
    digits(entry.rdfi, 8),
    checkDigit(entry.rdfi),
    text(entry.account, 17),
    digits(entry.cents, 10),
    text(entry.identification, 15),
    text(entry.name, 22),
    text(entry.data, 2),
    entry.addenda.length > 0 ? '1' : '0',
    digits(entry.trace, 15),
  );
}

function addendaRecord(addenda: Addenda, trace: string, sequence: number): string {
  switch (addenda.type) {
    case '05':
      return record('705', text(addenda.text, 80), digits(sequence, 4), digits(trace.slice(8), 7));
    case '99':
      return record(
        '799',
        text(addenda.code, 3),
        digits(addenda.originalTrace, 15),
        optional(addenda.dateOfDeath, 6),
        digits(addenda.originalRdfi, 8),
        text(addenda.text, 44),
        digits(trace, 15),
      );
    case '98':
      return record(
        '798',
        text(addenda.code, 3),
        digits(addenda.originalTrace, 15),
        text('', 6),
        digits(addenda.originalRdfi, 8),
        text(addenda.corrected, 29),
        text('', 15),
        digits(trace, 15),
      );
  }
}
