import { defineErrors } from '@payments/kernel';

/** The errors of a party that cannot be used. */
export const partyErrors = (side: 'source' | 'destination') =>
  ({
    account: {
      kind: 'invalid',
      message: `${side}.account_reference_id must be that of an open account of the ${side} customer`,
      field: `${side}.account_reference_id`,
    },
    customer: {
      kind: 'invalid',
      message: `${side}.customer_reference_id must be that of an open customer, or the name of the enterprise`,
      field: `${side}.customer_reference_id`,
    },
  }) as const;

export const transferErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No transfer with this id exists.' },
  duplicate_transfer_reference_id: {
    kind: 'invalid',
    message: 'A transfer with this transfer_reference_id already exists. Choose another one.',
    field: 'transfer_reference_id',
  },
  transfer_not_cancelable: {
    kind: 'invalid',
    message:
      'The transfer can no longer be canceled. Its payment was submitted to the network, or it has a final status.',
  },
  invalid_source_account_reference_id: partyErrors('source').account,
  invalid_source_customer_reference_id: partyErrors('source').customer,
  invalid_destination_account_reference_id: partyErrors('destination').account,
  invalid_destination_customer_reference_id: partyErrors('destination').customer,
  invalid_transfer_group_id: {
    kind: 'invalid',
    field: 'transfer_group_id',
    message: 'transfer_group_id must be the id of a transfer group',
  },
  invalid_subledger_reference_id: {
    kind: 'invalid',
    field: 'subledger_reference_id',
    message:
      'subledger_reference_id must be that of a subledger that is not closed. In a transfer between two accounts, it must belong to one of the customers or to the enterprise.',
  },
  missing_subledger_reference_id: {
    kind: 'invalid',
    field: 'subledger_reference_id',
    message: 'subledger_reference_id is required by the setting subledger_required of the enterprise',
  },
  unknown_enterprise_external_account: {
    kind: 'invalid',
    message: 'The enterprise has no external account in this environment. Create one first.',
  },
  missing_tax_id: {
    kind: 'invalid',
    message: 'tax_id is required for a business in this kind of transfer. Add it to the business first.',
  },
  missing_addresses: {
    kind: 'invalid',
    message: 'addresses is required for a business in this kind of transfer. Add an address to the business first.',
  },
});
