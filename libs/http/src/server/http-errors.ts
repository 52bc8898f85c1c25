import { defineErrors } from '@payments/kernel';

/** The errors of every operation, whatever it does. */
export const httpErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'There is no such address; see /docs for those there are' },
  method_not_allowed: {
    kind: 'method_not_allowed',
    message: 'The address does not take this method; send one of those in Allow',
  },
  bad_request: { kind: 'invalid', message: 'The request must be a valid HTTP message' },
  missing_service_version: { kind: 'invalid', message: 'The header Service-Version is required; send v2022-09-21' },
  invalid_service_version: { kind: 'invalid', message: 'The header Service-Version must be v2022-09-21' },
  unsupported_media_type: {
    kind: 'unsupported_media_type',
    message: 'The body must be application/json (or a form, for tokens) in UTF-8, not compressed',
  },
  invalid_json: {
    kind: 'invalid',
    message: 'The body must be valid JSON, of at most 500 names, nested at most 16 deep',
  },
  invalid_body: { kind: 'invalid', message: 'The body must be a JSON object' },
  invalid_query_parameter: {
    kind: 'invalid',
    message: 'The query must hold only the parameters of the operation; the message lists them',
  },
  payload_too_large: { kind: 'too_large', message: 'The body must be at most 64 KiB' },
  too_many_requests: { kind: 'rate_limited', message: 'Too many requests; wait as long as Retry-After says' },
  internal_server_error: {
    kind: 'internal',
    message: 'Something went wrong on our side; it is logged under the request id',
  },
  service_unavailable: { kind: 'unavailable', message: 'The service cannot answer right now; try again shortly' },
});
