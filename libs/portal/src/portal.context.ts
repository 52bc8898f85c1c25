import type { ContextRegistration } from '@payments/persistence';
import { portalMetrics } from './application/metrics.table.js';
import { portalRetention } from './infrastructure/persistence/retention.table.js';

/** What the context registers with the shared libraries. */
export const portalContext: ContextRegistration = {
  name: 'portal',
  metrics: portalMetrics,
  retention: portalRetention,
};
