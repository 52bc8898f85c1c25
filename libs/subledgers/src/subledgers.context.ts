import type { ContextRegistration } from '@payments/persistence';
import { bookEntryOwners, subledgerInvariants } from './infrastructure/persistence/invariants.table.js';

/** What the context registers with the shared libraries. Subledgers and book transfers are never removed. */
export const subledgersContext: ContextRegistration = {
  name: 'subledgers',
  invariants: subledgerInvariants,
  entryOwners: bookEntryOwners,
  toldAmounts: [{ resource: 'book_transfer', table: 'subledgers.book_transfers' }],
};
