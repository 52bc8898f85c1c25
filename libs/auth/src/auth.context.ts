import type { ContextRegistration } from '@payments/persistence';
import { authRetention } from './infrastructure/persistence/retention.table.js';
import { authSealedTables, authWrappedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const authContext: ContextRegistration = {
  name: 'auth',
  sealedTables: authSealedTables,
  wrappedTables: authWrappedTables,
  retention: authRetention,
};
