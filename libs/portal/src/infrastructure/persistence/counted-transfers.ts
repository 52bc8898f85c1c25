export const MOST_TRANSFERS = 10_000;

/**
 * The newest transfers of `$1` an enterprise, created from `$2` on and before `$3`, so that the cost of counting has a
 * limit.
 */
export const countedTransfers = (columns: string) => `
  (SELECT ${columns} FROM transfers.summaries WHERE enterprise_id = $1 AND created_at >= $2 AND created_at < $3
   ORDER BY created_at DESC, id DESC LIMIT ${MOST_TRANSFERS}) AS counted`;
