import type { SealedTable } from '@payments/persistence';

/** Files, and the transfers that their rows request: they say who is paid how much, and hold what clients add. */
export const bulkSealedTables: readonly SealedTable[] = [
  { table: 'bulk.parts', row: { bulk_id: 'uuid', number: 'int' }, columns: ['content'] },
  { table: 'bulk.rows', row: { bulk_id: 'uuid', number: 'int' }, columns: ['body'] },
];
