import { defineErrors } from '@payments/kernel';

export const MOST_SUBLEDGERS = 10_000;

export const subledgerErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No subledger with this id exists.' },
  invalid_customer_reference_id: {
    kind: 'invalid',
    field: 'customer_reference_id',
    message: 'customer_reference_id must be that of a verified customer, or the name of the enterprise',
  },
  duplicate_subledger_reference_id: {
    kind: 'invalid',
    field: 'subledger_reference_id',
    message: 'A subledger with this subledger_reference_id already exists. Choose another one.',
  },
  too_many_subledgers: {
    kind: 'invalid',
    message: `An enterprise can have ${MOST_SUBLEDGERS} subledgers that are not closed. Close one first.`,
  },
  subledger_not_empty: {
    kind: 'invalid',
    message: 'The subledger has money: available, pending or reserved. Move it with a book transfer first.',
  },
  subledger_in_use: {
    kind: 'invalid',
    message:
      'An unfinished transfer or a book transfer that waits for an approval names the subledger. Wait for its end.',
  },
});

export const bookTransferErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No book transfer with this id exists.' },
  invalid_book_transfer_source_subledger_reference_id: {
    kind: 'invalid',
    field: 'source.subledger_reference_id',
    message: 'source.subledger_reference_id must be that of a subledger',
  },
  invalid_book_transfer_destination_subledger_reference_id: {
    kind: 'invalid',
    field: 'destination.subledger_reference_id',
    message:
      'destination.subledger_reference_id must be that of a subledger that is not closed, or whose negative balance the amount brings to zero at most, and not the source',
  },
  duplicate_book_transfer_reference_id: {
    kind: 'invalid',
    field: 'book_transfer_reference_id',
    message: 'A book transfer with this book_transfer_reference_id already exists. Choose another one.',
  },
});
