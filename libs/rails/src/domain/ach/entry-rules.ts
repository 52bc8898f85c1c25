import {
  type Addenda,
  type BatchHeader,
  entryDetail,
  type EntryDetail,
  remittanceAddenda,
} from './ach-records.table.js';
import type { FaultSink } from './record-layout.js';
import { checkDigitOf } from './routing-number.js';
import { sequenceOf } from './trace-number.js';
import { type Direction, type TransactionCode, transactionCodes } from './transaction-code.table.js';

const { field } = entryDetail;
const NAMED = new Set(['PPD', 'WEB']);
const DIRECTION_OF_CLASS = new Map<number, Direction>([
  [220, 'credit'],
  [225, 'debit'],
]);

/** Checks an entry without its addenda. Returns the meaning of its transaction code, or undefined for an unknown one. */
export function checkDetail(detail: EntryDetail, header: BatchHeader, faults: FaultSink): TransactionCode | undefined {
  const code = transactionCodes.get(detail.transaction_code);
  if (code === undefined) {
    const found = String(detail.transaction_code).padStart(2, '0');
    faults.fault(field.transaction_code, 'transaction_code', { expected: 'a transaction code', found });
    return undefined;
  }
  const checkDigit = checkDigitOf(detail.receiving_dfi);
  if (Number(detail.check_digit) !== checkDigit) {
    faults.fault(field.check_digit, 'check_digit', { expected: String(checkDigit), found: detail.check_digit });
  }
  const movesNothing = code.use === 'prenote' || code.use === 'zero_dollar' || header.sec === 'COR';
  if (movesNothing && detail.amount !== 0) {
    faults.fault(field.amount, 'zero_amount', { expected: '0', found: String(detail.amount) });
  }
  if (detail.individual_name === '' && code.use !== 'return' && NAMED.has(header.sec)) {
    faults.fault(field.individual_name, 'name_missing', { expected: 'a name', found: 'blank' });
  }
  checkDirection(code, header, faults);
  return code;
}

function checkDirection({ direction }: TransactionCode, { service_class }: BatchHeader, faults: FaultSink): void {
  const only = DIRECTION_OF_CLASS.get(service_class);
  if (only === undefined || direction === only) return;
  const expected = `a ${only}, as service class ${service_class} says`;
  faults.fault(field.transaction_code, 'service_class_direction', { expected, found: `a ${direction}` });
}

/** Checks an entry together with its addenda. */
export function checkWhole(
  { detail, code, addenda }: { detail: EntryDetail; code: TransactionCode; addenda: Addenda | null },
  sec: string,
  faults: FaultSink,
): void {
  const indicator = addenda === null ? 0 : 1;
  if (detail.addenda_indicator !== indicator) {
    const found = String(detail.addenda_indicator);
    faults.fault(field.addenda_indicator, 'addenda_indicator', { expected: String(indicator), found });
  }
  if (addenda === null && sec === 'COR') {
    faults.fault(field.addenda_indicator, 'addenda_type', { expected: 'addenda 98', found: 'none' });
    return;
  }
  const comesBack = addenda !== null && addenda.kind !== 'remittance';
  if (comesBack === (code.use === 'return')) return;
  const expected = comesBack ? 'a code of returns and changes (21, 26, 31, 36)' : 'addenda 98 or 99 after this code';
  faults.fault(field.transaction_code, 'transaction_code_use', { expected, found: String(detail.transaction_code) });
}

/** Checks the sequences of an addenda 05, of which an entry has one. */
export function checkRemittance(detail: EntryDetail, addenda: Addenda, faults: FaultSink): void {
  if (addenda.kind !== 'remittance') return;
  const { sequence_number, entry_sequence_number } = addenda.values;
  if (sequence_number !== 1) {
    const found = String(sequence_number);
    faults.fault(remittanceAddenda.field.sequence_number, 'addenda_sequence', { expected: '1', found });
  }
  const expected = sequenceOf(detail.trace_number);
  if (entry_sequence_number !== expected) {
    const mismatch = { expected, found: entry_sequence_number };
    faults.fault(remittanceAddenda.field.entry_sequence_number, 'addenda_sequence', mismatch);
  }
}
