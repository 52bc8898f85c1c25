import type { ListRequest, Page } from '@payments/persistence';
import type { BalanceProof } from '../../domain/statements/balance-proof.js';
import type { BreakKind } from '../../domain/statements/reconciliation-break.js';
import type { StoredBreak, StoredLine, StoredStatement } from '../statements/ports.js';

/** Cents fit into a number, as in all views. */
type Cents<T, Key extends keyof T> = Omit<T, Key> & {
  readonly [K in Key]: T[K] extends bigint ? number : number | null;
};

export type OwnStatement = Omit<
  Cents<StoredStatement, 'opening' | 'closing' | 'credits' | 'debits'>,
  'inbound_id' | 'ordinal' | 'received_at' | 'proof'
> & {
  readonly has_gap: boolean;
  readonly created_at: Date;
  readonly proof: Readonly<Record<keyof BalanceProof, number>> | null;
};

export type OwnLine = Omit<Cents<StoredLine, 'amount'>, 'line' | 'explained_for' | 'explained_with' | 'references'> & {
  readonly position: number;
  readonly refs: readonly string[];
  /** What the bank booked with it. A sum may be of several batches. */
  readonly postings: readonly MatchedPosting[];
};

/** What the bank should have booked because of a batch. */
export interface MatchedPosting {
  readonly file_id: string | null;
  readonly file: string;
  readonly batch: string;
  readonly entries: number;
  readonly amount: number;
}

export type OwnBreak = Omit<Cents<StoredBreak, 'difference'>, 'key' | 'first_seen_at'> & {
  readonly state: 'open' | 'resolved';
  /** The statement that has its line, if the tenant may see it. */
  readonly statement_id: string | null;
  readonly created_at: Date;
};

export interface OwnStatementFilter extends ListRequest {
  readonly connection?: string;
  /** The connections that only the tenant uses. */
  readonly alone: readonly string[];
}

export interface OwnBreakFilter extends OwnStatementFilter {
  readonly state?: readonly OwnBreak['state'][];
  readonly kind?: readonly BreakKind[];
}

export interface OwnLineFilter extends ListRequest {
  /** True: only lines that nothing matches and nobody explained; false: only the others. */
  readonly open?: boolean;
}

/** What the current tenant may see of statements and of differences between the books. Reads only. */
export abstract class OwnStatements {
  abstract list(filter: OwnStatementFilter): Promise<Page<OwnStatement>>;
  abstract find(id: string, alone: readonly string[]): Promise<OwnStatement | undefined>;
  /** In the order of the statement. */
  abstract lines(statementId: string, filter: OwnLineFilter): Promise<Page<OwnLine>>;
  abstract breaks(filter: OwnBreakFilter): Promise<Page<OwnBreak>>;
}
