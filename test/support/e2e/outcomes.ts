import type { NewTransfer } from '@payments/client';
import { partyOf } from './bodies.js';
import type { Party } from './bodies.js';

/** The parties of transfers of every use case: their accounts. */
export interface Parties {
  readonly payee: Party;
  readonly payer: Party;
  /** The account of the enterprise itself. */
  readonly own: Party;
}

const SIDES = {
  payout: { destination: 'payee' },
  direct_debit: { source: 'payer' },
  deposit: { source: 'payer', destination: 'own' },
  account_to_account: { source: 'payer', destination: 'payee' },
} as const satisfies Readonly<Record<string, { source?: keyof Parties; destination?: keyof Parties }>>;

export type UseCase = keyof typeof SIDES;
export const useCases = Object.keys(SIDES) as UseCase[];
export const speeds = ['standard', 'same_day', 'asap'] as const;
export const allCents = ['00', '01', '02', '03', '08', '26', '27', '51'] as const;

/** The planned transfer, which determines its outcome in the sandbox. */
export interface Plan {
  readonly useCase: UseCase;
  readonly speed: (typeof speeds)[number];
  /** The last two digits of the amount. */
  readonly cents: (typeof allCents)[number];
}

export function transferBody(
  reference: string,
  { useCase, speed, cents }: Omit<Plan, 'cents'> & { readonly cents: string },
  parties: Parties,
): NewTransfer {
  const sides = Object.entries(SIDES[useCase]).map(([side, party]: [string, keyof Parties]) => [
    side,
    partyOf(parties[party]),
  ]);
  return {
    transfer_reference_id: reference,
    ...(Object.fromEntries(sides) as Pick<NewTransfer, 'source' | 'destination'>),
    amount: Number(`10${cents}`),
    currency: 'USD',
    speed,
  } as NewTransfer;
}

/** Which of a transfer's legs the sandbox fails, by the table of docs/reference/sandbox.md. */
const FAILS: Readonly<Record<Plan['cents'], (plan: { debits: boolean; credits: boolean; asap: boolean }) => boolean>> =
  {
    '00': () => false,
    '01': ({ debits }) => debits,
    '02': ({ credits }) => credits,
    '03': ({ debits, credits }) => debits && credits,
    '08': ({ debits }) => debits,
    '26': ({ debits }) => debits,
    '27': ({ credits }) => credits,
    '51': ({ credits, asap }) => credits && asap,
  };

const COMPLETED = /^created pending completed$/;
const SETTLED = /^created pending completed settled$/;
// How far a transfer gets before money comes back may depend on when the result is taken in.
const FAILED = /^created pending( completed)? failed$/;
const FAILED_DEBIT = /^created pending( completed( settled)?)? failed$/;

/** The statuses that a transfer goes through, one after the other, as a pattern. */
export function historyOf({ useCase, speed, cents }: Plan): RegExp {
  const sides = SIDES[useCase];
  const fails = FAILS[cents]({ debits: 'source' in sides, credits: 'destination' in sides, asap: speed === 'asap' });
  if (useCase === 'direct_debit') return fails ? FAILED_DEBIT : SETTLED;
  return fails ? FAILED : COMPLETED;
}
