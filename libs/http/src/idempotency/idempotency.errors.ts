import { defineErrors } from '@payments/kernel';

/** What may be wrong with the `Idempotency-Key` of an operation that creates. */
export const idempotencyErrors = defineErrors({
  invalid_idempotency_key: {
    kind: 'invalid',
    message: 'The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters',
  },
  idempotency_key_in_use: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds',
  },
  idempotency_key_reused: {
    kind: 'unprocessable',
    message: 'This Idempotency-Key belongs to another request; a key is good for one method, path and body only',
  },
});
