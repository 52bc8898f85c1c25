import { subjectsOf } from './limit.js';
import type { Limit, LimitedTransfer } from './limit.js';

export interface Usage {
  /** Cents. */
  readonly amount: bigint;
  readonly count: number;
}

/** One row of usage: of a limit, for one subject. */
export type UsageKey = `${string}/${string}`;

export const usageKey = (limitId: string, subject: string): UsageKey => `${limitId}/${subject}`;

export interface LimitVerdict {
  /** The limits that the transfer would exceed; none: it passes, and counts. */
  readonly exceeded: readonly Limit[];
}

const NONE: Usage = { amount: 0n, count: 0 };

/** What a transfer adds to, by limit and subject. */
export function countedBy(limits: readonly Limit[], transfer: LimitedTransfer): ReadonlyMap<UsageKey, Limit> {
  const counting = limits.filter(({ window }) => window !== 'transfer');
  return new Map(
    counting.flatMap((limit) =>
      subjectsOf(limit, transfer).map((subject) => [usageKey(limit.id, subject), limit] as const),
    ),
  );
}

/** The sum of what transfers add. */
export function totalOf(limits: readonly Limit[], transfers: readonly LimitedTransfer[]): Map<UsageKey, Usage> {
  const totals = new Map<UsageKey, Usage>();
  for (const transfer of transfers) {
    for (const key of countedBy(limits, transfer).keys()) totals.set(key, plus(totals.get(key), transfer));
  }
  return totals;
}

/**
 * Decides transfer by transfer, so that one that exceeds leaves room for a smaller one after it. What was approved may
 * exceed limits that hold, but none that refuse.
 */
export function judgeUsage(
  transfers: readonly LimitedTransfer[],
  {
    limits,
    before,
    isApproved,
  }: {
    readonly limits: readonly Limit[];
    readonly before: ReadonlyMap<UsageKey, Usage>;
    readonly isApproved: (transfer: LimitedTransfer) => boolean;
  },
): ReadonlyMap<string, LimitVerdict> {
  const usage = new Map(before);
  return new Map(
    transfers.map((transfer) => {
      const asked = isApproved(transfer) ? limits.filter(({ action }) => action === 'refuse') : limits;
      const exceeded = asked.filter((limit) => exceeds(limit, transfer, usage));
      if (exceeded.length === 0) {
        for (const key of countedBy(limits, transfer).keys()) usage.set(key, plus(usage.get(key), transfer));
      }
      return [transfer.id, { exceeded }] as const;
    }),
  );
}

function exceeds(limit: Limit, transfer: LimitedTransfer, usage: ReadonlyMap<UsageKey, Usage>): boolean {
  return subjectsOf(limit, transfer).some((subject) => {
    const used = limit.window === 'transfer' ? NONE : usage.get(usageKey(limit.id, subject));
    const { amount, count } = plus(used, transfer);
    return (
      (limit.max_amount !== null && amount > BigInt(limit.max_amount)) ||
      (limit.max_count !== null && count > limit.max_count)
    );
  });
}

function plus({ amount, count }: Usage = NONE, transfer: LimitedTransfer): Usage {
  return { amount: amount + transfer.amount, count: count + 1 };
}
