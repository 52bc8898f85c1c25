import { defineErrors } from '@payments/kernel';

/** The errors that every operation can return. */
export const httpErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Route not found. See /docs for the available endpoints.' },
  method_not_allowed: {
    kind: 'method_not_allowed',
    message: 'Method not allowed. The Allow header lists the allowed methods.',
  },
  bad_request: {
    kind: 'invalid',
    message: 'The request is not a valid HTTP message. Check the request line, the headers and Content-Length.',
  },
  missing_service_version: { kind: 'invalid', message: 'The Service-Version header is required. Send v2022-09-21.' },
  invalid_service_version: { kind: 'invalid', message: 'The Service-Version header must be v2022-09-21.' },
  unsupported_media_type: {
    kind: 'unsupported_media_type',
    message:
      'The body must be uncompressed UTF-8 with Content-Type application/json. POST /oauth/token also accepts a form, and parts of bulk transfers are text/csv or application/x-ndjson.',
  },
  invalid_json: {
    kind: 'invalid',
    message: 'The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.',
  },
  invalid_body: { kind: 'invalid', message: 'The body must be a JSON object.' },
  invalid_query_parameter: {
    kind: 'invalid',
    message: 'Unknown query parameter. The message lists the parameters that the operation accepts.',
  },
  payload_too_large: {
    kind: 'too_large',
    message: 'The body is too large. Send at most 64 KiB, or 1 MiB as a part of a bulk transfer.',
  },
  too_many_requests: {
    kind: 'rate_limited',
    message: 'Too many requests. Retry after the number of seconds in Retry-After.',
  },
  internal_server_error: {
    kind: 'internal',
    message: 'Internal error. Retry later, or contact support with the X-Request-Id of the response.',
  },
  service_unavailable: {
    kind: 'unavailable',
    message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
});
