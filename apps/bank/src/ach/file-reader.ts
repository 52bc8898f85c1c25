import { longDate } from '../calendar/new-york.js';
import type { AchBatch, AchFile, FileHeader, Totals } from './ach-file.js';
import type { AchRecord } from './ach-record.js';
import { NO_TOTALS, sumOf, totalsOf } from './arithmetic.js';
import { readBatch } from './batch-reader.js';
import { RecordCursor } from './record-cursor.js';
import { Problems } from './refusal.js';
import { splitRecords } from './split-records.js';

const BLOCKING_FACTOR = 10;

/**
 * Reads a NACHA file and checks every rule that the file alone can break.
 * @throws RefusedFile with up to 20 problems
 */
export function readAchFile(bytes: Buffer): AchFile {
  const problems = new Problems();
  const records = splitRecords(bytes, problems);
  const cursor = new RecordCursor(records, problems);
  const header = readFileHeader(cursor.take('1', 'the file header'));
  const batches: AchBatch[] = [];
  while (cursor.nextType === '5') batches.push(readBatch(cursor));
  expectAscending(batches, problems);
  const control = cursor.take('9', 'a batch header or the file control');
  const totals = batches.map(({ entries }) => totalsOf(entries)).reduce(sumOf, NO_TOTALS);
  checkFileControl(control, totals, batches.length);
  checkBlocks(control, records, cursor);
  problems.assertNone();
  return { header, batches, totals };
}

function readFileHeader(record: AchRecord): FileHeader {
  record.expectConstant(2, 3, '01');
  record.expectConstant(35, 37, '094');
  record.expectConstant(38, 39, '10');
  record.expectConstant(40, 40, '1');
  const header: FileHeader = {
    destination: record.columns(4, 13),
    origin: record.columns(14, 23),
    creationDate: record.digits(24, 29, 'the creation date'),
    creationTime: record.optionalDigits(30, 33, 'the creation time'),
    modifier: record.columns(34, 34),
    destinationName: record.text(41, 63, 'the name of the destination'),
    originName: record.text(64, 86, 'the name of the origin'),
    referenceCode: record.text(87, 94, 'the reference code'),
  };
  if (header.destination.trim() === '') record.problem('destination', 'the immediate destination is blank');
  if (header.origin.trim() === '') record.problem('origin', 'the immediate origin is blank');
  if (!longDate(header.creationDate)) record.problem('date', 'the creation date is no date');
  if (!/^(([01]\d|2[0-3])[0-5]\d)?$/.test(header.creationTime)) record.problem('time', 'the creation time is no time');
  if (!/^[A-Z0-9]$/.test(header.modifier)) record.problem('modifier', 'the file id modifier must be A to Z or 0 to 9');
  return header;
}

function expectAscending(batches: readonly AchBatch[], problems: Problems): void {
  batches.forEach(({ line, header }, index) => {
    const before = batches[index - 1]?.header.number ?? 0;
    if (header.number <= before) {
      problems.add(line, 'batch_number', `batch number ${header.number} does not follow ${before}`);
    }
  });
}

function checkFileControl(record: AchRecord, totals: Totals, batches: number): void {
  const expectNumber = (columns: [number, number], expected: number, rule: Parameters<AchRecord['problem']>[0]) => {
    const found = record.number(...columns, 'a control total');
    if (found !== expected) record.problem(rule, `${expected} expected, ${found} found`);
  };
  expectNumber([2, 7], batches, 'file_batch_count');
  expectNumber([14, 21], totals.records, 'file_entry_count');
  expectNumber([22, 31], totals.hash, 'file_hash');
  expectNumber([32, 43], totals.debitCents, 'file_debits');
  expectNumber([44, 55], totals.creditCents, 'file_credits');
  record.expectBlank(56, 94);
}

/** The file is padded to whole blocks of ten records, or not at all. */
function checkBlocks(control: AchRecord, records: readonly AchRecord[], cursor: RecordCursor): void {
  const blocks = Math.ceil(records.length / BLOCKING_FACTOR);
  const found = control.number(8, 13, 'the block count');
  if (found !== blocks) control.problem('block_count', `${blocks} expected, ${found} found`);
  const padding = cursor.rest();
  for (const record of padding) {
    if (!record.isPadding) record.stop('record_order', 'only lines of nines may follow the file control');
  }
  const isWhole = records.length % BLOCKING_FACTOR === 0;
  if (padding.length > 0 && (!isWhole || padding.length >= BLOCKING_FACTOR)) {
    control.problem('padding', `${padding.length} lines of nines do not fill the last block of ten`);
  }
}
