import type { ContextRegistration } from '@payments/persistence';
import { verifyMetrics } from './application/metrics.table.js';
import { probeEntryOwners, verifyInvariants } from './infrastructure/persistence/invariants.table.js';
import { verifyRetention } from './infrastructure/persistence/retention.table.js';
import { verifySealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { verifyQueues } from './application/queues.js';

/** What the context registers with the shared libraries. */
export const verifyContext: ContextRegistration = {
  name: 'verify',
  queues: Object.values(verifyQueues),
  metrics: verifyMetrics,
  sealedTables: verifySealedTables,
  entryOwners: probeEntryOwners,
  invariants: verifyInvariants,
  retention: verifyRetention,
};
