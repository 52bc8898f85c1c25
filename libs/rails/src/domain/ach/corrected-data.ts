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

/** The columns of corrected data, from 1. Banks do not keep the gaps of C03, C06 and C07, so words are tried next. */
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

const ACCOUNT_NUMBER = /^[A-Za-z0-9-]{4,17}$/;

/** The correction in the corrected data of a change code; undefined when there is none, or it has no valid form. */
export function parseCorrectedData(code: string, data: string): Correction | undefined {
  const parts = COLUMNS[code];
  if (parts === undefined) return undefined;
  return byColumns(parts, data) ?? byWords(code, data);
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
  if (fields.length < 2 || words.length !== fields.length) return undefined;
  return assemble(fields.map((field, place) => [field, words[place]!] as const));
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
  const code = /^\d\d$/.test(value) ? transactionCodes.get(Number(value)) : undefined;
  if (code === undefined || code.use === 'return') return undefined;
  return code.account_type === 'checking' || code.account_type === 'savings' ? code.account_type : undefined;
}
