import type { ContextRegistration } from '@payments/persistence';
import { controlsMetrics } from './application/metrics.table.js';
import { controlsInvariants } from './infrastructure/persistence/invariants.table.js';
import { controlsRetention } from './infrastructure/persistence/retention.table.js';

/** What the context registers with the shared libraries. */
export const controlsContext: ContextRegistration = {
  name: 'controls',
  metrics: controlsMetrics,
  invariants: controlsInvariants,
  retention: controlsRetention,
};
