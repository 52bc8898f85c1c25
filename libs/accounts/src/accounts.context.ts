import type { ContextRegistration } from '@payments/persistence';
import { accountMetrics } from './application/metrics.table.js';
import { accountSealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { VERIFICATION_QUEUE } from './application/account-outbox.js';

/** What the context registers with the shared libraries. */
export const accountsContext: ContextRegistration = {
  name: 'accounts',
  queues: [VERIFICATION_QUEUE],
  metrics: accountMetrics,
  sealedTables: accountSealedTables,
};
