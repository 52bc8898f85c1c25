import { defineErrors } from '@payments/kernel';

export const batchErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No batch with this id exists.' },
});
