import { type BankingDate, newYorkInstant, type WallTime } from '@payments/kernel';
import { calendarDay } from '../iso20022/iso-values.js';
import { bai2Fault, fundsFields } from './bai2-records.js';

const LONGEST_AMOUNT = 15;
const LONGEST_TOTAL = 18;

/** Cents. Banks fill them with zeros. @throws InboundFileError */
export function centsOf(field: string, line: number, longest = LONGEST_AMOUNT): bigint {
  const [, sign, digits] = /^\s*([+-]?)0*(\d+)\s*$/.exec(field) ?? [];
  if (digits === undefined || digits.length > longest)
    bai2Fault(line, 'field_number', { expected: `at most ${longest} digits`, found: 'another text' });
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

const dateOf = (yymmdd: string): BankingDate | undefined =>
  /^\d{6}$/.test(yymmdd) ? calendarDay(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`) : undefined;

/** When a file was made, on the clocks of New York; null where it does not say. */
export function instantOf(yymmdd = '', hhmm = ''): Date | null {
  const day = dateOf(yymmdd);
  const time = /^([01]\d|2[0-3])[0-5]\d$/.test(hhmm) ? `${hhmm.slice(0, 2)}:${hhmm.slice(2)}` : '23:59';
  return day === undefined ? null : newYorkInstant(day, time as WallTime);
}

/** A day as YYMMDD. @throws InboundFileError */
export function dayOf(yymmdd: string, line: number): BankingDate {
  return dateOf(yymmdd) ?? bai2Fault(line, 'field_date', { expected: 'a date as YYMMDD', found: 'another text' });
}

/** @throws InboundFileError */
export function assertFunds(type: string, line: number): void {
  if (/^[012SVDZ]?$/.test(type)) return;
  bai2Fault(line, 'funds_type', { expected: '0, 1, 2, S, V, D or Z', found: 'another text' });
}

/** @throws InboundFileError */
export function assertTypeCode(code: string, line: number): void {
  if (!/^\d{3}$/.test(code)) bai2Fault(line, 'type_code', { expected: 'three digits', found: 'another text' });
}

/** The opening and the closing balance of an account, and the sum of all its balances and totals. */
export interface Summaries {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly sum: bigint;
}

/** By type: type, amount, count, and funds type with its fields, again and again. @throws InboundFileError */
export function readSummaries(fields: readonly string[], line: number): Summaries {
  const ledger = new Map<string, bigint>();
  let sum = 0n;
  for (let at = 0; at < fields.length;) {
    const type = fields[at]!.trim();
    if (type === '') {
      at += 1;
      continue;
    }
    assertTypeCode(type, line);
    const amount = fields[at + 1] ?? '';
    assertFunds(fields[at + 3] ?? '', line);
    if (amount.trim() !== '') {
      const cents = centsOf(amount, line);
      sum += cents;
      if (['010', '015'].includes(type) && ledger.has(type))
        bai2Fault(line, 'type_code', { expected: `one ${type}`, found: 'several' });
      ledger.set(type, cents);
    }
    at += 4 + fundsFields(fields, at + 3);
  }
  return { opening: ledger.get('010') ?? null, closing: ledger.get('015') ?? null, sum };
}

/** @throws InboundFileError */
export function assertTotal(line: number, stated: string | undefined, found: bigint): void {
  if (isBlank(stated) || centsOf(stated, line, LONGEST_TOTAL) === found) return;
  bai2Fault(line, 'control_total', { expected: stated, found: String(found) });
}

/** Whether a count is as stated, or is not stated. @throws InboundFileError when it is no number. */
export function isCount(line: number, stated: string | undefined, found: number): boolean {
  return isBlank(stated) || centsOf(stated, line) === BigInt(found);
}

const isBlank = (field: string | undefined): field is undefined => field === undefined || field.trim() === '';
