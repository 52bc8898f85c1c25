import type { ContextRegistration } from '@payments/persistence';
import { bulkEntryOwners, bulkInvariants } from './infrastructure/persistence/invariants.table.js';
import { bulkRetention } from './infrastructure/persistence/retention.table.js';
import { bulkSealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { bulkQueues } from './application/queues.js';

/** What the context registers with the shared libraries. */
export const bulkContext: ContextRegistration = {
  name: 'bulk',
  queues: Object.values(bulkQueues),
  sealedTables: bulkSealedTables,
  invariants: bulkInvariants,
  entryOwners: bulkEntryOwners,
  toldAmounts: [{ resource: 'bulk_transfer', table: 'bulk.bulk_transfers', changes: true }],
  retention: bulkRetention,
};
