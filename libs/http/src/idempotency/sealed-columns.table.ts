import type { SealedTable } from '@payments/persistence';

/** Stored responses. */
export const idempotencySealedTables: readonly SealedTable[] = [
  { table: 'platform.idempotency_keys', row: { key_hash: 'bytea' }, columns: ['answer'] },
];
