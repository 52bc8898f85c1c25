import type { InvariantScope } from '@payments/persistence';

/** A result of a bank that was reported. */
interface ReportedRailResult {
  readonly id: string;
  readonly key: string;
  readonly end_to_end_id: string;
  readonly kind: string;
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
