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
  readonly created_at: Date;
  readonly updated_at: Date;
}
