import type { ContextRegistration } from '@payments/persistence';
import { bulkInvariants } from './infrastructure/persistence/invariants.table.js';
import { bulkRetention } from './infrastructure/persistence/retention.table.js';
import { bulkSealedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const bulkContext: ContextRegistration = {
  name: 'bulk',
  sealedTables: bulkSealedTables,
  invariants: bulkInvariants,
  retention: bulkRetention,
};
