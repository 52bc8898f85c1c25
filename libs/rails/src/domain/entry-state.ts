import type { AchRail, BankingDate, Transitions } from '@payments/kernel';
import type { PostalAddress } from './iso20022/instant-payment.js';

export type InstantRail = 'rtp' | 'fednow';

/** The rails of orders: NACHA files carry ACH, messages of ISO 20022 the others. */
export type OrderRail = AchRail | InstantRail;

export const isInstantRail = (rail: OrderRail): rail is InstantRail => rail === 'rtp' || rail === 'fednow';

/**
 * waiting: for its file · filed: in a file · accepted: the bank will process it · settled: presumed, or seen in a
 * statement · returned: by the receiving bank · rejected: it cannot be written, or the bank or an operator refused it.
 */
export type EntryStatus = 'waiting' | 'filed' | 'accepted' | 'settled' | 'returned' | 'rejected';

// An entry goes back to waiting when its file was not or will not be processed. A return implies acceptance.
export const entryTransitions: Transitions<EntryStatus> = {
  waiting: ['filed', 'rejected'],
  filed: ['waiting', 'accepted', 'rejected', 'returned'],
  accepted: ['waiting', 'settled', 'rejected', 'returned'],
  settled: ['returned'],
  returned: [],
  rejected: [],
};

/** What an entry detail record says, without its trace number. */
export interface EntryContent {
  readonly transaction_code: number;
  /** Nine digits. */
  readonly routing_number: string;
  readonly account_number: string;
  readonly individual_id: string;
  readonly name: string;
  readonly discretionary_data: string;
  /** Text of the addenda record; null if it has none. */
  readonly remittance: string | null;
  /** Of messages between banks, where it is known. */
  readonly payee_address?: PostalAddress | null;
}

/** What a connection sends for an order. */
export interface EntryPlan extends EntryContent {
  readonly connection: string;
  readonly sec: string;
  readonly batch_key: string;
  /** Entries with this key go into one file. */
  readonly window_key: string;
}

/** When an entry goes out and settles. */
export interface EntryTimes {
  /** Banking instants. */
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  /** The same in real time, by which files are cut and entries presumed settled. */
  readonly cut_at: Date;
  /** When the bank stops taking the file of the window. */
  readonly cutoff_at: Date;
  readonly settle_at: Date;
}

/** An order as it was taken: planned, or rejected at once. */
export interface NewEntry extends EntryTimes {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly order_batch_id: string;
  readonly rail: OrderRail;
  readonly side: 'source' | 'destination';
  /** Cents. */
  readonly amount: bigint;
  /** Banking instant. */
  readonly occurred_at: Date;
  readonly plan: EntryPlan | null;
  /** Of the rejection. */
  readonly code: string | null;
  /** The id of the entry that this one takes back. */
  readonly reverses?: string;
}
