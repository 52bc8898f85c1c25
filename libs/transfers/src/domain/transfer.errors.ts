import { defineErrors } from '@payments/kernel';

const party = (side: 'source' | 'destination') =>
  ({
    account: {
      kind: 'invalid',
      message: `${side}.account_reference_id must name an open account of the customer of ${side}`,
      field: `${side}.account_reference_id`,
    },
    customer: {
      kind: 'invalid',
      message: `${side}.customer_reference_id must name an open customer, or the enterprise itself`,
      field: `${side}.customer_reference_id`,
    },
  }) as const;

export const transferErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no transfer with this id' },
  duplicate_transfer_reference_id: {
    kind: 'invalid',
    message: 'A transfer with this transfer_reference_id exists already; choose another',
    field: 'transfer_reference_id',
  },
  transfer_not_cancelable: {
    kind: 'invalid',
    message: 'The transfer cannot be canceled any more: its payment has gone to the network, or it has ended',
  },
  invalid_source_account_reference_id: party('source').account,
  invalid_source_customer_reference_id: party('source').customer,
  invalid_destination_account_reference_id: party('destination').account,
  invalid_destination_customer_reference_id: party('destination').customer,
  unknown_enterprise_external_account: {
    kind: 'invalid',
    message: 'The enterprise has no external account in this environment; register one first',
  },
  missing_tax_id: {
    kind: 'invalid',
    message: 'tax_id is required of a business in such a transfer; add it to the business first',
  },
  missing_addresses: {
    kind: 'invalid',
    message: 'addresses is required of a business in such a transfer; add one to the business first',
  },
});
