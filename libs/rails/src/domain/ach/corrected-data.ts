import { correctedFields, type CorrectedField } from './change-codes.js';
import { isRoutingNumber } from './routing-number.js';
import { transactionCodes } from './transaction-code.table.js';

/** What a notification of change says the details of an account should be. */
export interface Correction {
  readonly account_number?: string;
  readonly routing_number?: string;
  readonly account_holder_name?: string;
  readonly account_type?: 'checking' | 'savings';
}

type Part = readonly [field: CorrectedField, from: number, to: number];

/** The columns of corrected data, from 1. Banks do not keep the gaps of C03, C06 and C07, so other
 * arrangements are tried, too. */
const COLUMNS: Readonly<Record<string, readonly Part[]>> = {
  C01: [['account_number', 1, 17]],
  C02: [['routing_number', 1, 9]],
  C03: [
    ['routing_number', 1, 9],
    ['account_number', 13, 29],
  ],
  C04: [['account_holder_name', 1, 22]],
  C05: [['account_type', 1, 2]],
  C06: [
    ['account_number', 1, 17],
    ['account_type', 21, 22],
  ],
  C07: [
    ['routing_number', 1, 9],
    ['account_number', 10, 26],
    ['account_type', 27, 28],
  ],
};

const ROUTING_DIGITS = 9;
const ACCOUNT_NUMBER = /^[A-Za-z0-9-]{4,17}$/;

/** Words that banks write beside a transaction code, or in place of it. Any other word could turn the meaning. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  CHECKING: 'checking',
  CHK: 'checking',
  SAVINGS: 'savings',
  SAV: 'savings',
};
const FILLER = new Set(['ACCOUNT', 'ACCT', 'TRANSACTION', 'TRANS', 'TRAN', 'CODE', 'TYPE', 'TC', 'IS', 'SHOULD', 'BE']);

/**
 * What the corrected data of a change code says and can be read in one way only: of several fields, perhaps a part.
 * Undefined when there is nothing.
 */
export function parseCorrectedData(code: string, data: string): Correction | undefined {
  const parts = COLUMNS[code];
  if (parts === undefined) return undefined;
  const whole = [...arrangements(parts, data).map((each) => byColumns(parts, each)), byWords(code, data)];
  const readings = new Set(whole.flatMap((each) => (each === undefined ? [] : JSON.stringify(each))));
  if (readings.size > 1) return undefined;
  return whole.find((each) => each !== undefined) ?? inPart(parts, data);
}

/** Whether the correction has all that the change code corrects. */
export const isWholeCorrection = (code: string, correction: Correction): boolean =>
  correctedFields(code).every((field) => field in correction);

/** The data as it stands, or one column to the right: all of it, or what follows a routing number. */
function arrangements(parts: readonly Part[], data: string): string[] {
  if (data.startsWith(' ')) return [data, data.slice(1)];
  // A blank within an account number is no place to put two parts of it together.
  const isShifted = parts.length > 1 && parts[0]![0] === 'routing_number' && data[ROUTING_DIGITS] === ' ';
  return isShifted ? [data, data.slice(0, ROUTING_DIGITS) + data.slice(ROUTING_DIGITS + 1)] : [data];
}

function byColumns(parts: readonly Part[], data: string): Correction | undefined {
  // What stands outside the columns belongs to another arrangement.
  const rest = parts.reduceRight((text, [, from, to]) => text.slice(0, from - 1) + text.slice(to), data);
  if (rest.trim() !== '') return undefined;
  return assemble(parts.map(([field, from, to]) => [field, data.slice(from - 1, to).trim()] as const));
}

function byWords(code: string, data: string): Correction | undefined {
  const fields = correctedFields(code);
  const words = data.trim().split(/ +/);
  if (fields.length === 1 && fields[0] === 'account_type') return typeInWords(words);
  if (fields.length < 2 || words.length !== fields.length) return undefined;
  return assemble(fields.map((field, place) => [field, words[place]!] as const));
}

function typeInWords(words: readonly string[]): Correction | undefined {
  const types = words.filter((word) => !FILLER.has(word.toUpperCase())).map(accountTypeOf);
  return types.length > 0 && new Set(types).size === 1
    ? assemble([['account_type', words.find(accountTypeOf) ?? '']])
    : undefined;
}

/** The fields that stand in their columns, with blanks around them, or between others that do. */
function inPart(parts: readonly Part[], data: string): Correction | undefined {
  const values = parts.map(([field, from, to]) => validated(field, data.slice(from - 1, to).trim()));
  const isBlank = (column: number) => (data[column - 1] ?? ' ') === ' ';
  const areEndsSound = parts.length > 2 && values[0] !== undefined && values.at(-1) !== undefined;
  const read = parts.flatMap(([field, from, to], at) => {
    const value = values[at];
    if (value === undefined || !(areEndsSound || (isBlank(from - 1) && isBlank(to + 1)))) return [];
    return [[field, value] as const];
  });
  return parts.length > 1 && read.length > 0 ? Object.fromEntries(read) : undefined;
}

function assemble(values: readonly (readonly [field: CorrectedField, value: string])[]): Correction | undefined {
  const correction: Record<string, string> = {};
  for (const [field, value] of values) {
    const valid = validated(field, value);
    if (valid === undefined) return undefined;
    correction[field] = valid;
  }
  return correction;
}

function validated(field: CorrectedField, value: string): string | undefined {
  switch (field) {
    case 'account_number':
      return ACCOUNT_NUMBER.test(value) ? value : undefined;
    case 'routing_number':
      return isRoutingNumber(value) ? value : undefined;
    case 'account_holder_name':
      return value === '' ? undefined : value;
    case 'account_type':
      return accountTypeOf(value);
    case 'identification':
      return undefined;
  }
}

function accountTypeOf(value: string): string | undefined {
  const word = TYPE_WORDS[value.toUpperCase()];
  if (word !== undefined) return word;
  const code = /^\d\d$/.test(value) ? transactionCodes.get(Number(value)) : undefined;
  if (code === undefined || code.use === 'return') return undefined;
  return code.account_type === 'checking' || code.account_type === 'savings' ? code.account_type : undefined;
}
