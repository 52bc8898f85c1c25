import type { BalanceAccount } from './effect.js';

/** What the books of a report hold, in cents. */
export type Amounts = Readonly<Record<BalanceAccount, bigint>>;

/** The amounts after each of a sequence of effects. */
export class RunningAmounts {
  available: bigint;
  pending: bigint;

  constructor({ available, pending }: Amounts) {
    this.available = available;
    this.pending = pending;
  }

  add({ account, cents }: { readonly account: BalanceAccount; readonly cents: bigint }): void {
    this[account] += cents;
  }

  /** Everything that is not reserved. */
  get ledger(): bigint {
    return this.available + this.pending;
  }
}
