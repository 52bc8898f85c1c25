import type { ContextRegistration } from '@payments/persistence';
import { customerMetrics } from './application/metrics.table.js';
import { customerSealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { VERIFICATION_QUEUE } from './application/customer-outbox.js';
import { SCREENING_QUEUE } from './application/screen-customers.js';

/** What the context registers with the shared libraries. */
export const customersContext: ContextRegistration = {
  name: 'customers',
  queues: [VERIFICATION_QUEUE, SCREENING_QUEUE],
  metrics: customerMetrics,
  sealedTables: customerSealedTables,
};
