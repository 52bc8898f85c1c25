import { defineErrors } from '@payments/kernel';

/** Errors of the `Idempotency-Key` of an operation that creates a resource. */
export const idempotencyErrors = defineErrors({
  invalid_idempotency_key: {
    kind: 'invalid',
    message: 'The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.',
  },
  idempotency_key_in_use: {
    kind: 'conflict',
    message:
      'A request with this Idempotency-Key is still in progress. Retry after the number of seconds in Retry-After.',
  },
  idempotency_key_reused: {
    kind: 'unprocessable',
    message: 'This Idempotency-Key was used for a different request. Use a new key for each new method, path or body.',
  },
});
