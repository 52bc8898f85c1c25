import type { LedgerAccount } from './accounts.js';

/** Cents that a place gained, or below 0 lost. */
export interface PlaceMovement {
  readonly book: string;
  readonly account: LedgerAccount;
  readonly cents: bigint;
}

/** What books hold that is not reserved: the two amounts of a balance. */
export interface BookAmounts {
  readonly available: bigint;
  readonly pending: bigint;
}
