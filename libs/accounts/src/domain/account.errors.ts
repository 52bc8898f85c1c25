import { defineErrors } from '@payments/kernel';

export const accountErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No external account with this id exists.' },
  duplicate_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id is already in use by another external account. Choose another one.',
  },
  unknown_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id must be that of an existing external account. Create the account first.',
  },
  invalid_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id cannot be changed. Send the one that the account was created with.',
  },
  invalid_customer_reference_id: {
    kind: 'invalid',
    field: 'customer_reference_id',
    message:
      'customer_reference_id must be that of an open person or business, matching customer_resource_type, ' +
      'or the name of the enterprise',
  },
  duplicate_account_details: {
    kind: 'invalid',
    message: 'The customer already has an open external account with the same numbers. Use the account in details.',
  },
  resource_closed: {
    kind: 'invalid',
    message: 'The external account is closed and can no longer be changed. Create a new one.',
  },
});
