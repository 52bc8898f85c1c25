/**
 * NACHA files as lines, made column by column and without the record table of `libs/rails`, so that a wrong column there
 * shows. Amounts are cents.
 */
export interface EntryLines {
  readonly code?: number;
  /** Nine digits. */
  readonly routing?: string;
  readonly account?: string;
  readonly amount?: number;
  readonly id?: string;
  readonly name?: string;
  readonly discretionary?: string;
  /** The last seven digits of the trace number. */
  readonly sequence?: number;
  /** Addenda records as lines. */
  readonly addenda?: readonly string[];
}

export interface BatchLines {
  readonly sec?: string;
  readonly serviceClass?: number;
  readonly companyId?: string;
  readonly settlementDate?: string;
  readonly odfi?: string;
  readonly number?: number;
  readonly entries: readonly EntryLines[];
}

const left = (value: string, width: number) => value.padEnd(width).slice(0, width);
const right = (value: number | bigint | string, width: number) => String(value).padStart(width, '0').slice(-width);

export const ACH_ODFI = '09100001';

export const traceOf = (sequence: number, odfi = ACH_ODFI) => odfi + right(sequence, 7);

export const addenda05 = (sequence: number, information = 'INVOICE 4711') =>
  `705${left(information, 80)}0001${right(sequence, 7)}`;

export interface ReturnLine {
  readonly code?: string;
  readonly original?: string;
  readonly dateOfDeath?: string;
  readonly originalDfi?: string;
  readonly information?: string;
  readonly trace?: string;
}

export function addenda99({ code = 'R01', original = traceOf(1), ...rest }: ReturnLine = {}): string {
  const { dateOfDeath = '', originalDfi = ACH_ODFI, information = '', trace = traceOf(1) } = rest;
  return `799${code}${left(original, 15)}${left(dateOfDeath, 6)}${originalDfi}${left(information, 44)}${trace}`;
}

export interface ChangeLine {
  readonly code?: string;
  readonly original?: string;
  readonly data?: string;
  readonly trace?: string;
}

export function addenda98({
  code = 'C01',
  original = traceOf(1),
  data = '1918171614',
  trace,
}: ChangeLine = {}): string {
  return `798${code}${original}${' '.repeat(6)}${ACH_ODFI}${left(data, 29)}${' '.repeat(15)}${trace ?? traceOf(1)}`;
}

export const fileHeaderLine = `101 09100001912345678902611230905A094101${left('FIRST BANK', 23)}${left('ACME CORP', 31)}`;

export const padding = '9'.repeat(94);

interface Sums {
  readonly records: number;
  readonly hash: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
}

const isDebit = (code: number) => code % 10 >= 5;

function sumsOf(entries: readonly EntryLines[]): Sums {
  let sums: Sums = { records: 0, hash: 0n, debit: 0n, credit: 0n };
  for (const { code = 27, routing = '231380104', amount = 1_000, addenda = [] } of entries) {
    const [debit, credit] = isDebit(code) ? [BigInt(amount), 0n] : [0n, BigInt(amount)];
    sums = {
      records: sums.records + 1 + addenda.length,
      hash: sums.hash + BigInt(routing.slice(0, 8)),
      debit: sums.debit + debit,
      credit: sums.credit + credit,
    };
  }
  return sums;
}

function entryLines(entry: EntryLines, sequence: number, odfi: string): string[] {
  const { code = 27, routing = '231380104', account = '744-5678-99', amount = 1_000, addenda = [] } = entry;
  const { id = 'REF0001', name = 'Best Co. #23', discretionary = '' } = entry;
  const detail = [
    `6${right(code, 2)}${routing}${left(account, 17)}${right(amount, 10)}${left(id, 15)}${left(name, 22)}`,
    `${left(discretionary, 2)}${addenda.length > 0 ? 1 : 0}${odfi}${right(sequence, 7)}`,
  ];
  return [detail.join(''), ...addenda];
}

function batchLines(batch: BatchLines, place: number): string[] {
  const { sec = 'PPD', serviceClass = 200, companyId = '1234567890', odfi = ACH_ODFI, number = place + 1 } = batch;
  const sums = sumsOf(batch.entries);
  const tail = `${odfi}${right(number, 7)}`;
  const header = [
    `5${serviceClass}${left('ACME CORP', 16)}${left('', 20)}${left(companyId, 10)}${sec}${left('PAYMENT', 10)}`,
    `${left('', 6)}261124${left(batch.settlementDate ?? '', 3)}1${tail}`,
  ];
  const control = [
    `8${serviceClass}${right(sums.records, 6)}${right(sums.hash, 10)}${right(sums.debit, 12)}${right(sums.credit, 12)}`,
    `${left(companyId, 10)}${' '.repeat(25)}${tail}`,
  ];
  const entries = batch.entries.flatMap((entry, at) => entryLines(entry, entry.sequence ?? at + 1, odfi));
  return [header.join(''), ...entries, control.join('')];
}

/** The lines of a file with all controls, without padding. */
export function achLines(batches: readonly BatchLines[]): string[] {
  const lines = [fileHeaderLine, ...batches.flatMap(batchLines)];
  const sums = sumsOf(batches.flatMap(({ entries }) => entries));
  const control = [
    `9${right(batches.length, 6)}${right(Math.ceil((lines.length + 1) / 10), 6)}${right(sums.records, 8)}`,
    `${right(sums.hash, 10)}${right(sums.debit, 12)}${right(sums.credit, 12)}${' '.repeat(39)}`,
  ];
  return [...lines, control.join('')];
}

/** The lines, filled up to blocks of ten. */
export function padded(lines: readonly string[]): string[] {
  const missing = (10 - (lines.length % 10)) % 10;
  return [...lines, ...Array.from({ length: missing }, () => padding)];
}

/** The lines as bytes, one for each character. */
export const asFile = (lines: readonly string[], end = '\n') =>
  Buffer.from(lines.map((line) => line + end).join(''), 'latin1');
