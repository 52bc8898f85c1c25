import { partiesAsSent } from '@payments/persistence';
import type { ContextRegistration } from '@payments/persistence';
import { transferMetrics } from './application/metrics.table.js';
import { bankEntriesInvariant, bankResultsInvariant } from './infrastructure/bank-rails/bank-results.invariant.js';
import { transferEntryOwners, transferInvariants } from './infrastructure/persistence/invariants.table.js';
import { transferRetention } from './infrastructure/persistence/retention.table.js';
import { transferQueues } from './application/queues.js';
import { SANDBOX_QUEUE } from './infrastructure/sandbox/sandbox-processor.js';

/** What the context registers with the shared libraries. */
export const transfersContext: ContextRegistration = {
  name: 'transfers',
  queues: [...Object.values(transferQueues), SANDBOX_QUEUE],
  metrics: transferMetrics,
  entryOwners: transferEntryOwners,
  toldAmounts: [{ resource: 'transfer', table: 'transfers.transfers', parties: partiesAsSent }],
  invariants: [...transferInvariants, bankResultsInvariant, bankEntriesInvariant],
  retention: transferRetention,
};
