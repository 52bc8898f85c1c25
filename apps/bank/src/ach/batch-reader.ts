import { longDate } from '../calendar/new-york.js';
import type { AchBatch, AchEntry, BatchHeader } from './ach-file.js';
import type { AchRecord } from './ach-record.js';
import { isCredit, totalsOf } from './arithmetic.js';
import { readEntry } from './entry-reader.js';
import type { RecordCursor } from './record-cursor.js';
import type { Rule } from './refusal.js';

const MIXED = '200';
const CREDITS = '220';
const DEBITS = '225';
const SEC_CODES = ['PPD', 'CCD', 'WEB', 'COR'];

/** @throws RefusedFile if the records are out of order */
export function readBatch(cursor: RecordCursor): AchBatch {
  const opening = cursor.take('5', 'a batch header');
  const header = readBatchHeader(opening);
  const entries: AchEntry[] = [];
  let before = '';
  while (cursor.nextType === '6') {
    const { record, entry } = readEntry(cursor, header);
    checkDirection(record, header.serviceClass, entry.code);
    if (entry.trace <= before) record.problem('trace_order', 'the trace number does not follow the one before');
    before = entry.trace;
    entries.push(entry);
  }
  if (entries.length === 0) opening.problem('record_order', 'the batch has no entries');
  checkBatchControl(cursor.take('8', 'an entry or the batch control'), header, entries);
  return { line: opening.line, header, entries };
}

function readBatchHeader(record: AchRecord): BatchHeader {
  const header: BatchHeader = {
    serviceClass: record.digits(2, 4, 'the service class'),
    companyName: record.text(5, 20, 'the company name'),
    companyData: record.text(21, 40, 'the company discretionary data'),
    companyId: record.text(41, 50, 'the company identification'),
    sec: record.columns(51, 53),
    description: record.text(54, 63, 'the entry description'),
    descriptiveDate: record.text(64, 69, 'the descriptive date'),
    effectiveDate: record.digits(70, 75, 'the effective date'),
    settlementDay: record.optionalDigits(76, 78, 'the settlement date'),
    originDfi: record.digits(80, 87, 'the originating bank'),
    number: record.number(88, 94, 'the batch number'),
  };
  record.expectConstant(79, 79, '1');
  if (![MIXED, CREDITS, DEBITS].includes(header.serviceClass)) {
    record.problem('service_class', 'the service class must be 200, 220 or 225');
  }
  if (!SEC_CODES.includes(header.sec))
    record.problem('sec_code', `the SEC code must be one of ${SEC_CODES.join(', ')}`);
  if (!longDate(header.effectiveDate)) record.problem('date', 'the effective date is no date');
  for (const [name, text] of [
    ['company name', header.companyName],
    ['company identification', header.companyId],
    ['entry description', header.description],
  ] as const) {
    if (!/[^0 ]/.test(text)) record.problem('text_field', `the ${name} is blank or only zeros`);
  }
  const day = Number(header.settlementDay || '1');
  if (day < 1 || day > 366) record.problem('settlement_date', 'the settlement date is no day of a year');
  return header;
}

function checkDirection(record: AchRecord, serviceClass: string, code: string): void {
  const fits = serviceClass === MIXED || serviceClass === (isCredit(code) ? CREDITS : DEBITS);
  if (!fits) record.problem('direction', `transaction code ${code} does not belong in service class ${serviceClass}`);
}

function checkBatchControl(record: AchRecord, header: BatchHeader, entries: readonly AchEntry[]): void {
  const totals = totalsOf(entries);
  const expectNumber = (columns: [number, number], expected: number, rule: Rule) => {
    const found = record.number(...columns, 'a control total');
    if (found !== expected) record.problem(rule, `${expected} expected, ${found} found`);
  };
  expectNumber([5, 10], totals.records, 'batch_entry_count');
  expectNumber([11, 20], totals.hash, 'batch_hash');
  expectNumber([21, 32], totals.debitCents, 'batch_debits');
  expectNumber([33, 44], totals.creditCents, 'batch_credits');
  expectNumber([88, 94], header.number, 'batch_control');
  for (const [name, found, expected] of [
    ['service class', record.columns(2, 4), header.serviceClass],
    ['company identification', record.text(45, 54, 'the company identification'), header.companyId],
    ['originating bank', record.columns(80, 87), header.originDfi],
  ] as const) {
    if (found !== expected) record.problem('batch_control', `the ${name} differs from that of the batch header`);
  }
  record.expectBlank(55, 79);
}
