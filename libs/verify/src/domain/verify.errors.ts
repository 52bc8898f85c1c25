import { defineErrors } from '@payments/kernel';

export const verifyErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No verification with this id exists.' },
  missing_account_number: { kind: 'invalid', field: 'account_number', message: 'account_number is required' },
  missing_routing_number: { kind: 'invalid', field: 'routing_number', message: 'routing_number is required' },
  missing_account_holder_name: {
    kind: 'invalid',
    field: 'account_holder_name',
    message: 'account_holder_name is required',
  },
  invalid_person: {
    kind: 'invalid',
    field: 'person',
    message: 'person or business is required for a check of the ownership, and not both',
  },
  invalid_external_account_id: {
    kind: 'invalid',
    field: 'external_account_id',
    message: 'external_account_id must be the id of an open external account, and replaces the three account fields',
  },
  account_not_valid: {
    kind: 'invalid',
    message:
      'A debit check needs an account whose verification_status became valid in the last 240 days. Wait for the verify_account_updated event, or create a new verification.',
  },
  control_not_requested: {
    kind: 'invalid',
    message: 'This verification has no statement code. Create one with the type control or control_ownership.',
  },
  control_canceled: {
    kind: 'invalid',
    message: 'The statement code is no longer valid. Create a new verification to send another one.',
  },
  invalid_statement_code: {
    kind: 'invalid',
    message: 'The statement code is wrong. Read it on the bank statement of the account, behind the # sign.',
  },
});
