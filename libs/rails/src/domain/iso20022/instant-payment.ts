/** A party of a payment. Texts are folded and cut when they are written. */
export interface PaymentParty {
  readonly name: string;
  readonly address: PostalAddress | null;
}

/** A structured address, with one line for what its parts do not hold. */
export interface PostalAddress {
  readonly street: string;
  readonly building_number: string | null;
  /** Such as a suite. */
  readonly line: string | null;
  readonly postal_code: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Two letters. */
  readonly country: string;
}

interface PaymentAccount {
  /** Nine digits. */
  readonly routing_number: string;
  readonly account_number: string;
}

/** One credit to a payee. */
export interface InstantPayment {
  /** UUID of the entry; the ids of its messages derive from it. */
  readonly id: string;
  readonly end_to_end_id: string;
  /** Cents, at least 1. */
  readonly amount: bigint;
  readonly payee: PaymentParty;
  readonly account: PaymentAccount & { readonly type: 'checking' | 'savings' };
  /** For the payee; empty if there is nothing to say. */
  readonly description: string;
}

/** Who pays, and from which account. */
export interface Payer {
  readonly party: PaymentParty;
  readonly account: PaymentAccount;
}
