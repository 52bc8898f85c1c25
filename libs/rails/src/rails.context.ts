import type { ContextRegistration } from '@payments/persistence';
import { railsMetrics } from './application/metrics.table.js';
import { railsSealedTables, railsWrappedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const railsContext: ContextRegistration = {
  name: 'rails',
  metrics: railsMetrics,
  sealedTables: railsSealedTables,
  wrappedTables: railsWrappedTables,
};
