import type { Posting } from './posting.js';

/** What a sandbox enterprise starts with, and comes back to: $1,000,000.00. */
export const SANDBOX_OPENING_CENTS = 100_000_000n;

interface Occasion {
  readonly subject_id: string;
  readonly kind: string;
  readonly now: Date;
}

/** The one entry that brings `available` from one amount to another against settlement cash; none when it is there. */
export function adjustment(from: bigint, to: bigint, { subject_id, kind, now }: Occasion): Posting[] {
  if (from === to) return [];
  const [debit, credit, amount] =
    to > from ? (['cash', 'available', to - from] as const) : (['available', 'cash', from - to] as const);
  return [{ subject_id, leg: 'none', attempt: 1, kind, debit, credit, amount, banking_at: now }];
}
