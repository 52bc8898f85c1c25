/** The accounts that a balance shows. */
export type BalanceAccount = 'available' | 'pending';

export type Rail = 'ach' | 'same_day_ach' | 'rtp' | 'fednow';

/** What is known of an entry beyond the ledger; null where it does not apply. */
interface EntryFacts {
  /** Of the transfer, the book transfer, or the credit. */
  readonly reference_id: string | null;
  /** Of the transfer. */
  readonly transfer_group_id: string | null;
  readonly status: string | null;
  /** Customer and account of each side that is not the enterprise's own. */
  readonly source: string | null;
  readonly destination: string | null;
  readonly estimated_funds_delivery_date: string | null;
  readonly rail: Rail | null;
  readonly trace_number: string | null;
  /** As the banks know the leg. */
  readonly end_to_end_id: string | null;
  /** When the hold of collected money ends, as far as it is known. */
  readonly hold_until: Date | null;
  /** Why the banks sent the money back. */
  readonly return_code: string | null;
}

/** What one entry of the ledger does to the available or the pending money of a book. */
export interface Effect extends EntryFacts {
  readonly position: bigint;
  readonly entry_id: string;
  /** The transfer, book transfer or credit. */
  readonly subject_id: string;
  readonly kind: string;
  readonly account: BalanceAccount;
  /** Of the book; null for that of the enterprise. */
  readonly subledger_reference_id: string | null;
  /** Above 0 a credit, below 0 a debit. */
  readonly cents: bigint;
  readonly created_at: Date;
}
