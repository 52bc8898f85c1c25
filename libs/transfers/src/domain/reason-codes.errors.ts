import { defineErrors } from '@payments/kernel';

export const reasonErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no reason and no known network code with this code' },
});
