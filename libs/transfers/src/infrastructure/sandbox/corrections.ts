import type { AccountDetails } from '@payments/accounts';
import type { ReportedResult } from '../../application/ports.js';

type Correction = NonNullable<ReportedResult['correction']>;

const CORRECTED_ROUTING_NUMBER = '011401533';

/** The fields that a notification of change is about, by its code (Nacha's table of change codes). */
const FIELDS: Readonly<Record<string, readonly (keyof Correction)[]>> = {
  C01: ['account_number'],
  C02: ['routing_number'],
  C03: ['routing_number', 'account_number'],
  C04: ['account_holder_name'],
  C05: ['account_type'],
  C06: ['account_number', 'account_type'],
  C07: ['routing_number', 'account_number', 'account_type'],
};

/** What the sandbox bank says the account should be: other values of the fields that the code is about. */
export function correctionFor(code: string, account: AccountDetails): Correction {
  const other: Required<Correction> = {
    account_number: account.account_number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    routing_number: CORRECTED_ROUTING_NUMBER,
    account_holder_name: `${account.account_holder_name} Jr.`,
    account_type: account.account_type === 'checking' ? 'savings' : 'checking',
  };
  return Object.fromEntries((FIELDS[code] ?? []).map((field) => [field, other[field]]));
}
