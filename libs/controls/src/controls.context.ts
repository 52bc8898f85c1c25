import type { ContextRegistration } from '@payments/persistence';
import { controlsInvariants } from './infrastructure/persistence/invariants.table.js';
import { controlsRetention } from './infrastructure/persistence/retention.table.js';

/** What the context registers with the shared libraries. */
export const controlsContext: ContextRegistration = {
  name: 'controls',
  invariants: controlsInvariants,
  retention: controlsRetention,
};
