import { partiesAsSent } from '@payments/persistence';
import type { ContextRegistration } from '@payments/persistence';
import { transferMetrics } from './application/metrics.table.js';
import { bankEntriesInvariant, bankResultsInvariant } from './infrastructure/bank-rails/bank-results.invariant.js';
import { transferEntryOwners, transferInvariants } from './infrastructure/persistence/invariants.table.js';
import { transferRetention } from './infrastructure/persistence/retention.table.js';

/** What the context registers with the shared libraries. */
export const transfersContext: ContextRegistration = {
  name: 'transfers',
  metrics: transferMetrics,
  entryOwners: transferEntryOwners,
  toldAmounts: [{ resource: 'transfer', table: 'transfers.transfers', parties: partiesAsSent }],
  invariants: [...transferInvariants, bankResultsInvariant, bankEntriesInvariant],
  retention: transferRetention,
};
