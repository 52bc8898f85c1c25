import { defineErrors } from '@payments/kernel';

export const reasonErrors = defineErrors({
  unknown_id: {
    kind: 'not_found',
    message: 'No reason or network code with this code exists. GET /reference/reason-codes lists them.',
  },
});
