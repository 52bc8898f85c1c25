import type { ContextRegistration } from '@payments/persistence';
import { entriesHaveTheirOwner, ledgerEntryOwners } from './infrastructure/persistence/entries-have-their-owner.js';
import { ledgerInvariants } from './infrastructure/persistence/invariants.table.js';

/** What the context registers with the shared libraries. */
export const ledgerContext: ContextRegistration = {
  name: 'ledger',
  invariants: ledgerInvariants,
  invariantsOver: (contexts) => [entriesHaveTheirOwner(contexts.flatMap(({ entryOwners = [] }) => entryOwners))],
  entryOwners: ledgerEntryOwners,
};
