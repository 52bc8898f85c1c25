import type { Posting } from '@payments/ledger';
import type { TransferState } from '../domain/transfer-state.js';

/** Keeps money that was set aside for payouts before they are accepted. */
export interface TransferFunder {
  /**
   * Gives payouts their money, in the unit of work of their acceptance: the entries, by transfer id, that make it available
   * for each. Rows that it locks come before the balances. Payouts without an entry are paid as any other.
   */
  fund(transfers: readonly TransferState[], at: Date): Promise<ReadonlyMap<string, Posting>>;
}

/** All funders of this process. */
export abstract class TransferFunders {
  abstract all(): readonly TransferFunder[];

  async fund(transfers: readonly TransferState[], at: Date): Promise<ReadonlyMap<string, Posting>> {
    const postings = new Map<string, Posting>();
    if (transfers.length === 0) return postings;
    for (const funder of this.all()) {
      for (const [id, posting] of await funder.fund(transfers, at)) postings.set(id, posting);
    }
    return postings;
  }
}
