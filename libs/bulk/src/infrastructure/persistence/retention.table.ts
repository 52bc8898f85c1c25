import { DAY_MS } from '@payments/kernel';
import { REMOVED_AT_ONCE } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const KEPT_DAYS = 90;
const ABANDONED_DAYS = 30;

interface OldRows {
  readonly table: string;
  /** What finds a row within the enterprise. */
  readonly key: string;
  /** A condition on the bulk transfer `b` and the row `o`; $2 is the time before which they are old. */
  readonly isOld: string;
}

const removeOf =
  ({ table, key, isOld }: OldRows): RetentionRule['remove'] =>
  async ({ transaction, enterpriseId, before }) => {
    const removed = await transaction.query(
      `DELETE FROM ${table} WHERE enterprise_id = $1 AND (${key}) IN (
         SELECT ${key.replaceAll(/\w+/g, 'o.$&')} FROM bulk.bulk_transfers b
         JOIN ${table} AS o ON o.enterprise_id = $1 AND o.bulk_id = b.id
         WHERE b.enterprise_id = $1 AND ${isOld} LIMIT ${REMOVED_AT_ONCE})
       RETURNING bulk_id`,
      [enterpriseId, before],
    );
    return removed.length;
  };

const ROWS = { table: 'bulk.rows', key: 'bulk_id, number' } as const;
const CHUNKS = { table: 'bulk.chunks', key: 'id' } as const;
const PARTS = { table: 'bulk.parts', key: 'bulk_id, number' } as const;
const HAS_ENDED = 'b.ended_at < $2';

/** What is known of single rows goes; the bulk transfer itself, with its totals and the hash of its file, is kept. */
export const bulkRetention: readonly RetentionRule[] = [
  { what: 'bulk_rows', keptMs: () => KEPT_DAYS * DAY_MS, remove: removeOf({ ...ROWS, isOld: HAS_ENDED }) },
  { what: 'bulk_chunks', keptMs: () => KEPT_DAYS * DAY_MS, remove: removeOf({ ...CHUNKS, isOld: HAS_ENDED }) },
  { what: 'bulk_parts', keptMs: () => KEPT_DAYS * DAY_MS, remove: removeOf({ ...PARTS, isOld: HAS_ENDED }) },
  {
    what: 'abandoned_bulk_parts',
    keptMs: () => ABANDONED_DAYS * DAY_MS,
    remove: removeOf({ ...PARTS, isOld: `b.status = 'uploading' AND o.received_at < $2` }),
  },
];
