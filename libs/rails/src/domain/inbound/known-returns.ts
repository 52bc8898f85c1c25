import type { Direction } from '../ach/transaction-code.table.js';

/** What was booked of a payment after it was sent, or told and not booked: then the amount is 0. */
export interface KnownReturn {
  /** The same for the same thing. */
  readonly key: string;
  /** Of the payment, where it is known. */
  readonly end_to_end_id: string | null;
  /** A payout comes back as a credit; what goes out again, such as a dishonored return, has the other direction. */
  readonly direction: Direction;
  /** Cents. */
  readonly amount: bigint;
  /** What banks call it. */
  readonly references: readonly string[];
}

/** What a bank says came back. */
export type ComingReturn = Pick<KnownReturn, 'direction' | 'amount'> & {
  /** The id or trace number that the bank gave it. */
  readonly id: string | null;
};

type Payment = Pick<KnownReturn, 'direction' | 'amount'> & { readonly end_to_end_id: string; readonly trace: string };

/** Why a person has to decide about a return that would be booked by itself; undefined if nothing else came back. */
export function whyNotAlone(known: readonly KnownReturn[], payment: Payment, coming: ComingReturn): string | undefined {
  const others = known.filter((each) => isOf(payment, each, coming));
  return (
    whyNotBookable(known, payment, coming) ??
    (others.length === 0 ? undefined : `it comes after another one: ${described(others, payment)}`)
  );
}

/**
 * Why a return cannot be booked: it was booked already, or more would have come back than was paid, or gone out again than
 * came back.
 */
export function whyNotBookable(
  known: readonly KnownReturn[],
  payment: Payment,
  coming: ComingReturn,
): string | undefined {
  if (known.some((each) => isSame(each, payment, coming))) return `the return ${coming.id} was booked already`;
  const own = known.filter((each) => isOf(payment, each, coming));
  const after = centsBack([...own, coming], payment);
  if (after >= 0n && after <= payment.amount) return undefined;
  return `${coming.amount} cents do not fit: ${described(own, payment)}`;
}

/** Why a payment cannot be taken back as a whole: the bank would move more than was paid; undefined if it can. */
export function whyNotWhole(known: readonly KnownReturn[], payment: Omit<Payment, 'trace'>): string | undefined {
  const told = known.find((each) => each.amount === 0n)?.references.join();
  if (told !== undefined) return `the return ${told} of a part of it is undecided; resolve its exception first`;
  const { direction, amount } = payment;
  const problem = whyNotBookable(known, { ...payment, trace: '' }, { id: null, direction, amount });
  return problem && `${problem}; ask the bank of the receiver to return the rest, through your bank`;
}

/** What was booked of no payment under this id may be of the payment: the bank names it now. */
function isOf(payment: Payment, { end_to_end_id, references }: KnownReturn, { id }: ComingReturn): boolean {
  if (end_to_end_id !== null) return end_to_end_id === payment.end_to_end_id;
  return id !== null && references.includes(id);
}

/**
 * An id is unique among the returns of a payment, and of those that share its trace number; of what was booked of no payment, the
 * amount has to be the same too.
 */
function isSame(each: KnownReturn, payment: Payment, coming: ComingReturn): boolean {
  const { id, direction, amount } = coming;
  if (id === null || each.amount === 0n || each.direction !== direction || !each.references.includes(id)) return false;
  if (each.references.includes(payment.trace)) return true;
  return isOf(payment, each, coming) && (each.end_to_end_id !== null || each.amount === amount);
}

function described(returns: readonly KnownReturn[], payment: Payment): string {
  const cents = `${centsBack(returns, payment)} of ${payment.amount} cents of the payment ${payment.end_to_end_id}`;
  const isReversed = returns.some(({ key }) => key.startsWith('reversal:'));
  return `${cents} ${isReversed ? 'come back by its reversal' : 'came back already'}`;
}

const centsBack = (returns: readonly Pick<KnownReturn, 'direction' | 'amount'>[], { direction }: Payment) =>
  returns.reduce((sum, each) => sum + (each.direction === direction ? each.amount : -each.amount), 0n);
