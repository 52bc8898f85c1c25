import type { ContextRegistration } from '@payments/persistence';
import { ledgerInvariants } from './infrastructure/persistence/invariants.table.js';

/** What the context registers with the shared libraries. */
export const ledgerContext: ContextRegistration = {
  name: 'ledger',
  invariants: ledgerInvariants,
};
