import { ENTERPRISE_CREATED } from '@payments/messaging';
import type { ContextRegistration } from '@payments/persistence';
import { webhookMetrics } from './application/metrics.table.js';
import { webhookInvariants } from './infrastructure/persistence/invariants.table.js';
import { webhookRetention } from './infrastructure/persistence/retention.table.js';
import { webhookSealedTables } from './infrastructure/persistence/sealed-columns.table.js';
import { WEBHOOK_DELIVERIES, WEBHOOK_RECOVERIES } from './application/ports.js';

/** What the context registers with the shared libraries. */
export const webhooksContext: ContextRegistration = {
  name: 'webhooks',
  queues: [ENTERPRISE_CREATED, WEBHOOK_DELIVERIES, WEBHOOK_RECOVERIES],
  metrics: webhookMetrics,
  sealedTables: webhookSealedTables,
  invariants: webhookInvariants,
  retention: webhookRetention,
};
