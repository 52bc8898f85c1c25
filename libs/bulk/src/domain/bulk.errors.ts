import { defineErrors } from '@payments/kernel';

export const bulkErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No bulk transfer with this id exists.' },
  duplicate_bulk_reference_id: {
    kind: 'invalid',
    field: 'bulk_reference_id',
    message: 'A bulk transfer with this bulk_reference_id already exists. Choose another one.',
  },
  invalid_execute_at: {
    kind: 'invalid',
    field: 'execute_at',
    message: 'execute_at must be an ISO 8601 date-time with a UTC offset, in the future and at most 30 days ahead',
  },
  bulk_not_uploading: {
    kind: 'conflict',
    message: 'The bulk transfer was submitted or canceled and takes no parts any more. Create another one.',
  },
  bulk_not_ready: {
    kind: 'conflict',
    message: 'A bulk transfer can be confirmed only if it was created with review and is ready. Read its status.',
  },
  bulk_not_cancelable: {
    kind: 'conflict',
    message: 'The bulk transfer has ended. Cancel its transfers one by one.',
  },
  part_conflict: {
    kind: 'conflict',
    message: 'Another part with this number was received. A part cannot be replaced: create another bulk transfer.',
  },
  invalid_part_number: {
    kind: 'invalid',
    message: 'The number of a part must be a whole number from 1 to 500.',
  },
  invalid_part: {
    kind: 'invalid',
    message: 'The part must be in the format of the bulk transfer. details has the line.',
  },
  unknown_column: {
    kind: 'invalid',
    message: 'The header names a column that does not exist. Remove the column that details names.',
  },
  duplicate_column: {
    kind: 'invalid',
    message: 'The header names a column twice, or both amount and amount_usd. Remove the column that details names.',
  },
  missing_content_digest: {
    kind: 'invalid',
    message: 'The Content-Digest header is required: sha-256=:…:, with the SHA-256 of the part in base64.',
  },
  invalid_content_digest: {
    kind: 'invalid',
    message:
      'The Content-Digest header must be sha-256=:…:, with the SHA-256 of the part in base64. Send the part again.',
  },
  missing_parts: {
    kind: 'invalid',
    message: 'Parts are missing. details has their numbers. Send them, then submit again.',
  },
  bulk_empty: { kind: 'invalid', message: 'The file has no rows. Send at least one.' },
  too_many_rows: { kind: 'invalid', message: 'A bulk transfer can have 100000 rows. Split the file.' },
  expected_rows_mismatch: {
    kind: 'invalid',
    message: 'The number of rows must be expected_rows. details has both.',
  },
});
