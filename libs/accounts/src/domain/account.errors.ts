import { defineErrors } from '@payments/kernel';

export const accountErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no external account with this id' },
  duplicate_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id is already used by an external account; choose another',
  },
  unknown_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id must be that of an external account; create it first',
  },
  invalid_account_reference_id: {
    kind: 'invalid',
    field: 'account_reference_id',
    message: 'account_reference_id cannot be changed; it must be the one that the account was created with',
  },
  invalid_customer_reference_id: {
    kind: 'invalid',
    field: 'customer_reference_id',
    message:
      'customer_reference_id must be that of an open person or business, as customer_resource_type says, ' +
      'or the name of the enterprise',
  },
  duplicate_account_details: {
    kind: 'invalid',
    message: 'The customer has an open external account with the same numbers; use the one that details name',
  },
  resource_closed: {
    kind: 'invalid',
    message: 'The external account is closed and cannot be changed any more; create another',
  },
});
