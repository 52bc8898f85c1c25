import type { AchEntry, Totals } from './ach-file.js';

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];
const HASH_MODULUS = 10_000_000_000;

/** The ninth digit of a routing number, from its first eight. */
export function checkDigit(rdfi: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(rdfi[index]), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isRoutingNumber = (text: string): boolean =>
  /^(?!0{9})\d{9}$/.test(text) && checkDigit(text.slice(0, 8)) === text[8];

/** The second digit of a transaction code tells the direction: 1 to 4 is a credit, 5 to 9 a debit. */
export const isCredit = (code: string): boolean => Number(code[1]) < 5;

/** Whether the code announces later entries and moves no money. */
export const isPrenote = (code: string): boolean => ['23', '28', '33', '38'].includes(code);

/** The code of the return of an entry, and of a notification about it. */
export function returnCodeFor(code: string): string {
  return `${code[0]}${isCredit(code) ? '1' : '6'}`;
}

export const NO_TOTALS: Totals = { records: 0, hash: 0, debitCents: 0, creditCents: 0 };

export function totalsOf(entries: readonly AchEntry[]): Totals {
  return entries.reduce(
    (totals, { code, rdfi, cents, addenda }) =>
      sumOf(totals, {
        records: 1 + addenda.length,
        hash: Number(rdfi),
        debitCents: isCredit(code) ? 0 : cents,
        creditCents: isCredit(code) ? cents : 0,
      }),
    NO_TOTALS,
  );
}

export function sumOf(a: Totals, b: Totals): Totals {
  return {
    records: a.records + b.records,
    hash: (a.hash + b.hash) % HASH_MODULUS,
    debitCents: a.debitCents + b.debitCents,
    creditCents: a.creditCents + b.creditCents,
  };
}
