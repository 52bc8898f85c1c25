import { digitsOf } from './account-numbers.js';

/** The account fields that a bank can report as wrong. */
export interface Correctable {
  readonly account_number: string;
  readonly routing_number: string;
  readonly account_type: 'checking' | 'savings';
  readonly account_holder_name: string;
}

/** The details that the bank corrected. */
export type Corrections = Partial<Correctable>;

const FIELDS = ['account_number', 'routing_number', 'account_type', 'account_holder_name'] as const;

/**
 * The open corrections of an account after a new one. The last one wins for each field, and a value that the account
 * already has needs no correction.
 */
export function mergeCorrections(
  account: Correctable,
  before: Corrections | null,
  news: Corrections,
): Corrections | null {
  const { account_number, routing_number, account_type, account_holder_name } = news;
  const given = { account_number, routing_number, account_type, account_holder_name };
  const all: Corrections = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  return only(all, (field) => isOther(account, all, field));
}

/** The open corrections after a change: every changed field counts as corrected, whatever its value. */
export function uncorrected(
  before: Correctable & { readonly corrections: Corrections | null },
  after: Correctable,
): Corrections | null {
  return only(before.corrections ?? {}, (field) => !isOther(before, after, field));
}

function only(corrections: Corrections, keeps: (field: keyof Corrections) => boolean): Corrections | null {
  const kept = FIELDS.filter((field) => corrections[field] !== undefined && keeps(field));
  return kept.length === 0 ? null : Object.fromEntries(kept.map((field) => [field, corrections[field]]));
}

function isOther(one: Corrections, other: Corrections, field: keyof Corrections): boolean {
  const valueIn = (fields: Corrections) => (field === 'account_number' ? digitsOf(fields[field]!) : fields[field]);
  return valueIn(one) !== valueIn(other);
}
