import type { ContextRegistration } from '@payments/persistence';
import { bookEntryOwners, subledgerInvariants } from './infrastructure/persistence/invariants.table.js';

/** What the context registers with the shared libraries. Subledgers and book transfers are never removed. */
export const subledgersContext: ContextRegistration = {
  name: 'subledgers',
  invariants: subledgerInvariants,
  entryOwners: bookEntryOwners,
  toldAmounts: [
    {
      ...{ resource: 'book_transfer', table: 'subledgers.book_transfers' },
      parties: {
        'source,subledger_reference_id': 'r.source_reference_id',
        'destination,subledger_reference_id': 'r.destination_reference_id',
      },
    },
    {
      ...{ resource: 'subledger', table: 'subledgers.subledgers', hasNoAmount: true },
      parties: {
        subledger_reference_id: 'r.subledger_reference_id',
        customer_reference_id: 'r.customer_reference_id',
        customer_resource_type: 'r.customer_resource_type',
      },
    },
  ],
};
