import type { NewTransfer } from '@payments/client';

/** Someone whom the company pays, or collects from. */
export interface Party {
  readonly customer_reference_id: string;
  readonly account_reference_id: string;
}

export const COMPANY = 'Harbor Market';
export const WEEKS = 4;
/** What the company keeps of the money that it pays out to a shop, in percent. */
export const FEE_PERCENT = 3;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const partyOf = (reference: string): Party => ({
  customer_reference_id: reference,
  account_reference_id: `${reference}-account`,
});

/** The shops whose customers pay by the company. Each has a subledger with its reference. */
export const SHOPS = numbers(50).map((number) => ({
  ...partyOf(`shop-${number}`),
  number,
  name: `Shop ${number} LLC`,
}));
export type Shop = (typeof SHOPS)[number];

const FIRST_NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gail', 'Hugo'];
const LAST_NAMES = ['Adler', 'Brook', 'Cole', 'Dean', 'Ellis'];
export const EMPLOYEES = numbers(40).map((number) => ({
  ...{ ...partyOf(`employee-${number}`), number },
  ...{ first_name: FIRST_NAMES[number % 8]!, last_name: LAST_NAMES[number % 5]! },
}));

/** The last digits of an amount say how the sandbox lets it end. */
const RETURNED_FOR_FUNDS = 1;
const RETURNED_LATER_AS_UNAUTHORIZED = 8;
const RETURNED_BY_THE_PAYEES_BANK = 2;

/** What is collected for a shop in a week, in cents, and whether a bank returns it. */
export function collectionOf(
  { number }: Shop,
  week: number,
): { readonly amount: number; readonly isReturned: boolean } {
  const amount = 40_000 + 700 * number + 1_300 * week;
  if (week === 1 && number === 7) return { amount: amount + RETURNED_FOR_FUNDS, isReturned: true };
  // A large one, which has been paid out when it comes back.
  if (week === 3 && number === 12) return { amount: 3 * amount + RETURNED_LATER_AS_UNAUTHORIZED, isReturned: true };
  return { amount, isReturned: false };
}

/** The wage of an employee on a payday, in cents, and whether the bank returns it. */
export function wageOf(number: number, payday: number): { readonly amount: number; readonly isReturned: boolean } {
  const amount = 180_000 + 2_500 * number;
  if (payday === 2 && number === 5) return { amount: amount + RETURNED_BY_THE_PAYEES_BANK, isReturned: true };
  return { amount, isReturned: false };
}

/** What the transfers of the company have in common. */
export const COMMON = { currency: 'USD', speed: 'same_day' } as const satisfies Partial<NewTransfer>;
