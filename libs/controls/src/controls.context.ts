import type { ContextRegistration } from '@payments/persistence';
import { controlsMetrics } from './application/metrics.table.js';
import { controlsInvariants } from './infrastructure/persistence/invariants.table.js';
import { controlsRetention } from './infrastructure/persistence/retention.table.js';
import { controlsQueues } from './application/queues.js';

/** What the context registers with the shared libraries. */
export const controlsContext: ContextRegistration = {
  name: 'controls',
  queues: Object.values(controlsQueues),
  metrics: controlsMetrics,
  invariants: controlsInvariants,
  retention: controlsRetention,
};
