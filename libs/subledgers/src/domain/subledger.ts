import type { BankingDate } from '@payments/kernel';

/** Days after its settlement in which the bank of a consumer may return a debit as unauthorized (Nacha). */
export const DEBITS_RETURN_DAYS = 60;

export const OWNER_TYPES = ['person', 'business', 'enterprise'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

/** Whom the money of a subledger is kept for: a verified customer, or the enterprise by its name. */
export interface Owner {
  readonly customer_reference_id: string;
  readonly customer_resource_type: OwnerType;
}

/** A subledger as stored. Its id is that of its book in the ledger. */
export interface SubledgerState extends Owner {
  readonly id: string;
  readonly subledger_reference_id: string;
  /** Counts the events. */
  readonly sequence: number;
  readonly closed_at: Date | null;
  /** Set when it is closed, if banks may return a debit that it collected: the last day on which they may. */
  readonly debits_return_until: BankingDate | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
