import type { ContextRegistration } from '@payments/persistence';
import { authRetention } from './infrastructure/persistence/retention.table.js';
import { authWrappedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const authContext: ContextRegistration = {
  name: 'auth',
  wrappedTables: authWrappedTables,
  retention: authRetention,
};
