import type { AttentionKind } from '../domain/attention.table.js';
import type { SearchTerm } from '../domain/search-term.js';
import type { Period } from './figures.js';

/** The newest transfers since a time, by status. */
export interface TransferCounts {
  /** Transfers since then are counted: since the time that was asked for, or later if there are too many. */
  readonly counted_since: Date;
  readonly statuses: readonly StatusCount[];
}

export interface StatusCount {
  readonly status: string;
  readonly count: number;
  /** Cents. */
  readonly amount: bigint;
}

/** Why transfers failed. A transfer of two sides may count twice. */
export interface ReasonCount {
  readonly reason_code: string;
  readonly count: number;
}

export interface TransferSummary {
  readonly id: string;
  readonly transfer_reference_id: string;
  /** Cents. */
  readonly amount: bigint;
  readonly currency: 'USD';
  readonly speed: string;
  readonly source?: PartySummary;
  readonly destination?: PartySummary;
  readonly status: string;
  readonly created_at: Date;
}

export interface PartySummary {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
}

/** The balances of ledger accounts, in cents. */
export interface Balances {
  readonly available: bigint;
  readonly pending: bigint;
  readonly reserved: bigint;
  readonly updated_at: Date;
}

export interface AttentionCount {
  readonly kind: AttentionKind;
  /** At most `MOST_COUNTED`. */
  readonly count: number;
}

/** What a search leads to: the resources that have a page of their own. */
export const hitTypes = [
  ...(['transfer', 'external_account', 'person', 'business', 'verify_account'] as const),
  // Found by the ids of their events.
  ...(['schedule', 'approval', 'subledger', 'bulk_transfer', 'report'] as const),
] as const;

export type HitType = (typeof hitTypes)[number];

/** Something that a search found. */
export interface SearchHit {
  readonly type: HitType;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly status: string | null;
  /** Cents; of transfers only. */
  readonly amount: bigint | null;
}

/** Counts stop here, so that they cost the same however many there are. */
export const MOST_COUNTED = 1_000;

/**
 * Reads what the contexts publish, for the current tenant. All methods run in the current unit of work, and each is one
 * statement over indexes.
 */
export abstract class PortalReader {
  /** Of the newest 10,000 transfers that were created in the period. */
  abstract transferCounts(period: Period): Promise<TransferCounts>;
  /** Of the failed ones among the same transfers, the ten most frequent first. */
  abstract failureReasons(period: Period): Promise<readonly ReasonCount[]>;
  /** Newest first. */
  abstract latestTransfers(size: number): Promise<readonly TransferSummary[]>;
  abstract balances(): Promise<Balances>;
  /** One count for each kind. @param since for what counts only while it is new */
  abstract attention(kinds: readonly AttentionKind[], since: Date): Promise<readonly AttentionCount[]>;
  /** At most `size` of each way to find something; the same resource may be found in several ways. */
  abstract search(term: SearchTerm, options: SearchOptions): Promise<readonly SearchHit[]>;
}

export interface SearchOptions {
  /** Of the caller: only what these show is searched. */
  readonly scopes: ReadonlySet<string>;
  /** Only these are searched. */
  readonly types: readonly HitType[];
  readonly size: number;
  /** Amounts are searched in transfers created since then. */
  readonly amountsSince: Date;
}
