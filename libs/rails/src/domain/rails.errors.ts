import { defineErrors } from '@payments/kernel';

export const railsErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No bank file or unresolved item with this id exists.' },
  shared_connection: {
    kind: 'forbidden',
    message: 'The connection to the bank serves several enterprises. Ask the operator of the service.',
  },
  bank_file_not_changeable: { kind: 'invalid', message: 'The file cannot be changed so. Read it again.' },
  exception_not_resolvable: { kind: 'invalid', message: 'It cannot be resolved so. Read it again.' },
});
