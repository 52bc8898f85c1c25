import type { Addenda, AchEntry, BatchHeader } from './ach-file.js';
import type { AchRecord } from './ach-record.js';
import { isPrenote, isRoutingNumber } from './arithmetic.js';
import type { RecordCursor } from './record-cursor.js';

const FORWARD_CODES = ['22', '23', '27', '28', '32', '33', '37', '38'];
const RETURN_CODES = ['21', '26', '31', '36'];
const NAMED = ['PPD', 'WEB'];

/** An entry with the record that it stands in, for what only its batch can check. */
interface EntryRead {
  readonly record: AchRecord;
  readonly entry: AchEntry;
}

export function readEntry(cursor: RecordCursor, batch: BatchHeader): EntryRead {
  const record = cursor.take('6', 'an entry');
  const entry = {
    line: record.line,
    code: record.digits(2, 3, 'the transaction code'),
    rdfi: record.digits(4, 11, 'the receiving bank'),
    account: record.text(13, 29, 'the account number'),
    cents: record.number(30, 39, 'the amount'),
    identification: record.text(40, 54, 'the identification number'),
    name: record.text(55, 76, 'the name'),
    data: record.text(77, 78, 'the discretionary data'),
    trace: record.digits(80, 94, 'the trace number'),
  };
  const addenda = readAddenda(cursor, record, entry.trace);
  checkCode(record, entry.code, addenda);
  if (!isRoutingNumber(entry.rdfi + record.digits(12, 12, 'the check digit'))) {
    record.problem('check_digit', 'the routing number of the receiving bank has another check digit, or is only zeros');
  }
  if (!/[^0 ]/.test(entry.account)) record.problem('account', 'the account number is blank or only zeros');
  checkAmount(record, { code: entry.code, cents: entry.cents, sec: batch.sec });
  const mayBeBlank = !NAMED.includes(batch.sec) && entry.name === '';
  if (!mayBeBlank && !/[^0 ]/.test(entry.name))
    record.problem('name', `the name is blank or only zeros in a ${batch.sec} entry`);
  if (entry.trace.slice(0, 8) !== batch.originDfi) {
    record.problem('trace_odfi', 'the trace number does not begin with the bank of the batch header');
  }
  return { record, entry: { ...entry, addenda } };
}

function checkCode(record: AchRecord, code: string, addenda: readonly Addenda[]): void {
  const isAnswer = addenda.some(({ type }) => type !== '05');
  const codes = isAnswer ? RETURN_CODES : FORWARD_CODES;
  if (!codes.includes(code)) {
    const kind = isAnswer ? 'a return or a notification of change' : 'an entry';
    record.problem('transaction_code', `the transaction code of ${kind} must be one of ${codes.join(', ')}`);
  }
}

function checkAmount(record: AchRecord, entry: { code: string; cents: number; sec: string }): void {
  const mustBeZero = isPrenote(entry.code) || entry.sec === 'COR';
  if (mustBeZero && entry.cents !== 0) record.problem('amount', 'the amount must be 0');
  // The return of a prenote repeats its amount of 0.
  const mayBeZero = mustBeZero || RETURN_CODES.includes(entry.code);
  if (!mayBeZero && entry.cents === 0) record.problem('amount', 'the amount is 0');
}

function readAddenda(cursor: RecordCursor, entry: AchRecord, trace: string): Addenda[] {
  const indicator = entry.columns(79, 79);
  if (indicator !== '0' && indicator !== '1') {
    entry.problem('addenda_indicator', 'the addenda indicator must be 0 or 1');
  }
  const addenda: Addenda[] = [];
  while (cursor.nextType === '7') {
    const record = cursor.take('7', 'addenda');
    addenda.push(readOneAddenda(record, { trace, sequence: addenda.length + 1 }));
  }
  if (addenda.length > 0 !== (indicator === '1')) {
    entry.problem('addenda_indicator', `the indicator is ${indicator}, and ${addenda.length} addenda follow`);
  }
  if (addenda.length > 1) entry.problem('addenda_count', 'an entry of these SEC codes has at most 1 addenda');
  return addenda;
}

function readOneAddenda(record: AchRecord, entry: { trace: string; sequence: number }): Addenda {
  const type = record.columns(2, 3);
  if (type === '05') return readRemittance(record, entry);
  if (type !== '98' && type !== '99') {
    return record.stop('addenda_type', 'the addenda type must be 05, 98 or 99');
  }
  if (record.digits(80, 94, 'the trace number') !== entry.trace) {
    record.problem('addenda_trace', 'the trace number differs from that of the entry');
  }
  const answered = {
    code: record.text(4, 6, 'the reason code'),
    originalTrace: record.digits(7, 21, 'the original trace number'),
    originalRdfi: record.digits(28, 35, 'the original receiving bank'),
  };
  if (type === '99') {
    if (!/^R\d\d$/.test(answered.code)) record.problem('addenda_type', 'the return reason code must be R and 2 digits');
    const dateOfDeath = record.optionalDigits(22, 27, 'the date of death');
    return { type, ...answered, dateOfDeath, text: record.text(36, 79, 'the addenda information') };
  }
  if (!/^C\d\d$/.test(answered.code)) record.problem('addenda_type', 'the change code must be C and 2 digits');
  record.expectBlank(22, 27);
  record.expectBlank(65, 79);
  return { type, ...answered, corrected: record.columns(36, 64).trimEnd() };
}

function readRemittance(record: AchRecord, { trace, sequence }: { trace: string; sequence: number }): Addenda {
  if (record.number(84, 87, 'the addenda sequence') !== sequence) {
    record.problem('addenda_sequence', `the addenda sequence must be ${sequence}`);
  }
  if (record.digits(88, 94, 'the entry sequence') !== trace.slice(8)) {
    record.problem('addenda_trace', 'the entry sequence differs from the trace number of the entry');
  }
  return { type: '05', text: record.columns(4, 83).trimEnd() };
}
