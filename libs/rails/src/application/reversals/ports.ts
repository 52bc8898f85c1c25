import type { EntryStatus } from '../../domain/entry-state.js';
import type { FileState } from '../../domain/file-state.js';
import type { ReversalReason, ReversibleEntry } from '../../domain/reversal.js';

/** That an entry shall be taken back: the request of one operator, and the approval of another. */
export interface Reversal {
  /** Also of its entry, of its exception, and of its money in suspense. */
  readonly id: string;
  readonly connection: string;
  /** The id of the entry. */
  readonly reverses: string;
  readonly reason: ReversalReason;
  readonly requested_by: string;
  readonly approved_by: string | null;
  /** When it became an entry, or was refused. */
  readonly made_at: Date | null;
  /** Why it did not become one. */
  readonly refused: string | null;
}

export interface StoredReversal extends Reversal {
  /** Of its entry; null while it has none. */
  readonly state: EntryStatus | null;
}

/** What a reversal moves, and whose entry it takes back. */
export interface ReversalMoney {
  readonly side: 'source' | 'destination';
  readonly amount: bigint;
  readonly reversed_end_to_end_id: string;
}

/** A reversal that is an entry and waits for its file. */
export interface WaitingReversal {
  readonly id: string;
  readonly end_to_end_id: string;
  /** The id of the entry. */
  readonly reverses: string;
}

/** Reversals of the current tenant, in the current unit of work, unless it says otherwise. */
export abstract class Reversals {
  /** Locks an entry. */
  abstract lockEntry(
    by: { readonly end_to_end_id: string } | { readonly id: string },
  ): Promise<ReversibleEntry | undefined>;
  /** The newest reversal of an entry. */
  abstract latestOf(entryId: string): Promise<StoredReversal | undefined>;
  abstract add(reversal: Pick<Reversal, 'id' | 'connection' | 'reverses' | 'reason' | 'requested_by'>): Promise<void>;
  abstract approve(id: string, by: string): Promise<void>;
  /** The enterprises with approved ones of a connection that are no entries yet; over all enterprises. */
  abstract enterprisesWithDue(connection: string): Promise<string[]>;
  /** Locks the approved ones that are no entries yet, some at a time; those that another worker has are left out. */
  abstract lockDue(connection: string): Promise<Reversal[]>;
  abstract markMade(id: string, refused: string | null): Promise<void>;
  /** Of these payments. */
  abstract waitingOf(entryIds: readonly string[]): Promise<WaitingReversal[]>;
  abstract waitingIn(window: Pick<FileState, 'connection' | 'window_key'>): Promise<WaitingReversal[]>;
  /** Whether the bank may still move money for it. */
  abstract isOnItsWay(id: string): Promise<boolean>;
  /** Of a reversal that is an entry. */
  abstract moneyOf(id: string): Promise<ReversalMoney | undefined>;
}
