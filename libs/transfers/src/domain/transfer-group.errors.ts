import { defineErrors } from '@payments/kernel';
import { partyErrors } from './transfer.errors.js';

export const transferGroupErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No transfer group with this id exists.' },
  duplicate_transfer_group_reference_id: {
    kind: 'invalid',
    field: 'transfer_group_reference_id',
    message: 'A transfer group with this transfer_group_reference_id already exists. Choose another one.',
  },
  invalid_transfer_group_source_account_reference_id: partyErrors('source').account,
  invalid_transfer_group_source_customer_reference_id: partyErrors('source').customer,
  invalid_transfer_group_destination_account_reference_id: partyErrors('destination').account,
  invalid_transfer_group_destination_customer_reference_id: partyErrors('destination').customer,
});
