import { defineErrors } from '@payments/kernel';

/** Shown to operators. */
export const ledgerErrors = defineErrors({
  credit_reference_taken: { kind: 'conflict', message: 'A credit with this reference already exists.' },
});
