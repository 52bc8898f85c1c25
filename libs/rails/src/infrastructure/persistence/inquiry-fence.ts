import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SupersededBatchError } from '../../application/ports.js';

// Batches that are being taken and inquiries wait for each other: what an inquiry did not find cannot arrive in an older
// batch afterwards. The lock is a separate statement, so that the next one reads after it is acquired.

/** @throws SupersededBatchError */
export async function admitBatch(batchId: string, endToEndIds: readonly string[]): Promise<void> {
  const [, superseding] = await Promise.all([
    lockOrders('pg_advisory_xact_lock_shared'),
    currentTransaction().query(
      `SELECT FROM rails.inquiries
       WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[]) AND inquiry_id > $3 LIMIT 1`,
      [workContext.enterpriseId(), endToEndIds, batchId],
      'find-superseding-rails-inquiry',
    ),
  ]);
  if (superseding.length > 0) throw new SupersededBatchError();
}

/** Of these orders, those that have arrived; the inquiry is recorded for the others. */
export async function knownOrders(endToEndIds: readonly string[], inquiryId: string): Promise<Set<string>> {
  const [, known] = await Promise.all([
    lockOrders('pg_advisory_xact_lock'),
    currentTransaction().query<{ end_to_end_id: string }>(
      `WITH known AS (
         SELECT end_to_end_id FROM rails.entries WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[])
       ), recorded AS (
         INSERT INTO rails.inquiries AS earlier (enterprise_id, end_to_end_id, inquiry_id)
         SELECT DISTINCT $1::uuid, missed, $3::uuid FROM unnest($2::text[]) AS missed
         WHERE missed NOT IN (SELECT end_to_end_id FROM known)
         ON CONFLICT (enterprise_id, end_to_end_id)
           DO UPDATE SET inquiry_id = GREATEST(earlier.inquiry_id, excluded.inquiry_id))
       SELECT end_to_end_id FROM known`,
      [workContext.enterpriseId(), endToEndIds, inquiryId],
      'find-known-orders',
    ),
  ]);
  return new Set(known.map(({ end_to_end_id }) => end_to_end_id));
}

function lockOrders(mode: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'): Promise<unknown> {
  return currentTransaction().query(
    `SELECT ${mode}(hashtextextended($1, 0))`,
    [`rails-orders/${workContext.enterpriseId()}`],
    `rails-orders-${mode}`,
  );
}
