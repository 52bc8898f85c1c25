import type { Posting } from './posting.js';

/** The initial balance of a sandbox enterprise, also after a reset: $1,000,000.00. */
export const SANDBOX_OPENING_CENTS = 100_000_000n;

interface Occasion {
  readonly subject_id: string;
  readonly kind: string;
  readonly now: Date;
}

/** The entry that moves `available` from one amount to another against settlement cash; none if they are equal. */
export function adjustment(from: bigint, to: bigint, { subject_id, kind, now }: Occasion): Posting[] {
  if (from === to) return [];
  const [debit, credit, amount] =
    to > from ? (['cash', 'available', to - from] as const) : (['available', 'cash', from - to] as const);
  return [{ subject_id, leg: 'none', attempt: 1, kind, debit, credit, amount, banking_at: now }];
}
