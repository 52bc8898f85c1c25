import { REMOVED_AT_ONCE } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

/** Stored responses. */
export const idempotencyRetention: readonly RetentionRule[] = [
  {
    what: 'idempotency_keys',
    keptMs: () => 0,
    ofAll: true,
    // Found by expiry, removed by full key. The expiry is checked twice: a request may claim an expired key while this
    // waits for its row.
    remove: async ({ transaction, before }) => {
      const removed = await transaction.query(
        `DELETE FROM platform.idempotency_keys AS key USING (
           SELECT enterprise_id, key_hash FROM platform.idempotency_keys
           WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE}) AS expired
         WHERE key.enterprise_id = expired.enterprise_id AND key.key_hash = expired.key_hash AND key.expires_at <= $1
         RETURNING key.enterprise_id`,
        [before],
        'delete-expired-idempotency-keys',
      );
      return removed.length;
    },
  },
];
