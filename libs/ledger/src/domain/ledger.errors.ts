import { defineErrors } from '@payments/kernel';

/** Told to who administers the service. */
export const ledgerErrors = defineErrors({
  credit_reference_taken: { kind: 'conflict', message: 'A credit with this reference already exists.' },
});
