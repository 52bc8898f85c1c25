import type { MetricTable } from '@payments/observability';
import type { SealedTable, WrappedTable } from './crypto/sealed-columns.js';
import type { Invariant } from './invariants/invariant.js';
import type { RetentionRule } from './retention/retention-rule.js';

/** What the entries of some kinds in the ledger belong to. A kind that no context registers belongs to nothing. */
export interface EntryOwner {
  readonly kinds: readonly string[];
  /** The accounts that they move money between, each as `debit credit`; left out where a rule compares the nets of subjects. */
  readonly accounts?: readonly string[];
  /** Whether a subject has at most one of each kind. */
  readonly isOnce?: boolean;
  /** Whether they move money in the enterprise's own book alone. */
  readonly isOwnBook?: boolean;
  /** The condition that the entry `e` has an owner with its amount. `$1` is the enterprise, `$3` the time. */
  readonly owns: string;
  /** Days for which an owner is certainly kept; left out where it is kept as long as its entries. */
  readonly standsDays?: number;
}

/** Resources whose events tell an amount, and whose it is. */
export interface ToldAmount {
  /** The type of the resource, and its key in the data of an event. */
  readonly resource: string;
  /** Rows with `id`, `amount` and `sequence` that are kept as long as their events. */
  readonly table: string;
  /** Set when the amount may change: then it is that of the newest event. */
  readonly changes?: boolean;
  /** Set when it has parties alone. */
  readonly hasNoAmount?: boolean;
  /** Who pays and who is paid: the path in the data of the event, such as `source,account_reference_id`, and the text of the row `r`. */
  readonly parties?: Readonly<Record<string, string>>;
}

/** The parties of a resource that keeps them as they were sent. */
export const partiesAsSent: NonNullable<ToldAmount['parties']> = Object.fromEntries(
  ['source', 'destination'].flatMap((side) =>
    ['customer_reference_id', 'account_reference_id'].map((name) => [`${side},${name}`, `r.${side} ->> '${name}'`]),
  ),
);

/**
 * What a context registers with the shared libraries, in its `<context>.context.ts`. Every process passes the list of
 * all contexts to `PlatformModule`.
 */
export interface ContextRegistration {
  /** The name of its folder and of its schema. */
  readonly name: string;
  /** The names of its queues. */
  readonly queues?: readonly string[];
  readonly metrics?: MetricTable;
  readonly sealedTables?: readonly SealedTable[];
  readonly wrappedTables?: readonly WrappedTable[];
  readonly invariants?: readonly Invariant[];
  /** Rules over what all contexts register. */
  readonly invariantsOver?: (contexts: readonly ContextRegistration[]) => readonly Invariant[];
  readonly entryOwners?: readonly EntryOwner[];
  readonly toldAmounts?: readonly ToldAmount[];
  readonly retention?: readonly RetentionRule[];
}
