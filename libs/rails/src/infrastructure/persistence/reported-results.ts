import type { InvariantScope } from '@payments/persistence';

/** A result of a bank that was reported. */
interface ReportedRailResult {
  readonly id: string;
  readonly key: string;
  readonly end_to_end_id: string;
  readonly kind: string;
}

/** An entry that a bank was, or is to be, told. */
interface SentEntry {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly amount: string;
  readonly side: string;
  readonly rail: string;
  /** What it says of the account; null of what was rejected at once. */
  readonly transaction_code: number | null;
  readonly routing_number: string | null;
  readonly name: string | null;
}

/** The entries of an enterprise after an id, in the order of ids: for the invariant that they are as they were ordered. */
export function railEntries(
  { transaction, enterpriseId }: Pick<InvariantScope, 'transaction' | 'enterpriseId'>,
  after: string,
  limit: number,
): Promise<SentEntry[]> {
  return transaction.query<SentEntry>(
    `SELECT id, end_to_end_id, amount, side, rail, transaction_code, routing_number, name
     FROM rails.entries WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [enterpriseId, after, limit],
  );
}

/** The reported results of an enterprise after an id, in the order of ids: for the invariant that they were received. */
export function reportedRailResults(
  { transaction, enterpriseId }: Pick<InvariantScope, 'transaction' | 'enterpriseId'>,
  after: string,
  limit: number,
): Promise<ReportedRailResult[]> {
  return transaction.query<ReportedRailResult>(
    `SELECT id, key, end_to_end_id, kind FROM rails.results
     WHERE enterprise_id = $1 AND id > $2 AND reported_at IS NOT NULL ORDER BY id LIMIT $3`,
    [enterpriseId, after, limit],
  );
}
