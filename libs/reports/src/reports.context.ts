import type { ContextRegistration } from '@payments/persistence';
import { reportInvariants } from './infrastructure/persistence/invariants.table.js';
import { reportRetention } from './infrastructure/persistence/retention.table.js';
import { reportSealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { reportQueues } from './application/queues.js';

/** What the context registers with the shared libraries. */
export const reportsContext: ContextRegistration = {
  name: 'reports',
  queues: Object.values(reportQueues),
  sealedTables: reportSealedTables,
  invariants: reportInvariants,
  retention: reportRetention,
};
