import type { ContextRegistration } from '@payments/persistence';
import { accountMetrics } from './application/metrics.table.js';
import { accountSealedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const accountsContext: ContextRegistration = {
  name: 'accounts',
  metrics: accountMetrics,
  sealedTables: accountSealedTables,
};
