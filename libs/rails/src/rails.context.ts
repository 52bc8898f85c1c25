import type { ContextRegistration } from '@payments/persistence';
import { railsSealedTables, railsWrappedTables } from './infrastructure/persistence/sealed-columns.table.js';

/** What the context registers with the shared libraries. */
export const railsContext: ContextRegistration = {
  name: 'rails',
  sealedTables: railsSealedTables,
  wrappedTables: railsWrappedTables,
};
