import type { SealedTable } from '@payments/persistence';

/** Files say who is paid how much. */
export const reportSealedTables: readonly SealedTable[] = [
  { table: 'reports.parts', row: { report_id: 'uuid', number: 'int' }, columns: ['content'] },
];
