import type { ContextRegistration } from '@payments/persistence';
import { customerMetrics } from './application/metrics.table.js';
import { customerSealedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const customersContext: ContextRegistration = {
  name: 'customers',
  metrics: customerMetrics,
  sealedTables: customerSealedTables,
};
