import type { ContextRegistration } from '@payments/persistence';
import { inboundMetrics } from './application/inbound/metrics.table.js';
import { railsMetrics } from './application/metrics.table.js';
import { reconciliationMetrics } from './application/statements/metrics.table.js';
import { exceptionEntryOwners, railsInvariants } from './infrastructure/persistence/invariants.table.js';
import { railsRetention } from './infrastructure/persistence/retention.table.js';
import { railsSealedTables, railsWrappedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const railsContext: ContextRegistration = {
  name: 'rails',
  metrics: { ...railsMetrics, ...inboundMetrics, ...reconciliationMetrics },
  sealedTables: railsSealedTables,
  wrappedTables: railsWrappedTables,
  invariants: railsInvariants,
  entryOwners: exceptionEntryOwners,
  retention: railsRetention,
};
