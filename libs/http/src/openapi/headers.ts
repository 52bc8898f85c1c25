import { SERVICE_VERSION } from '../server/operation.js';
import type { DescribedOperation } from './describe-operations.js';
import { isVersioned } from './security.js';
import type { Parameter, Reference } from './document-model.js';

const REQUEST_ID = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9._-]+$' };
const SECONDS = { type: 'integer', minimum: 0 };

/** Response headers. Those marked `required` are present in every response that lists them. */
export const HEADERS = {
  'X-Request-Id': {
    required: true,
    description: 'The id of the request in the logs: the one that was sent, or a new one.',
    schema: REQUEST_ID,
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    required: true,
    description: 'Identifies this content. Send it as `If-None-Match` to check whether it has changed.',
    schema: { type: 'string' },
    example: '"vn6oWRuqk9Y1nVHNhBXVUF7CwIJBwd9tGmWvnzeDbxU="',
  },
  Link: {
    description: 'The next page, as `<path>; rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
    example: '</deliver/persons?size=100&after=019c15a0-0000-7000-8000-000000000001>; rel="next"',
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests. The full quota is available again after `t` seconds.',
    schema: { type: 'string' },
    example: '"read";r=4999;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests per `w` seconds.',
    schema: { type: 'string' },
    example: '"read";q=5000;w=1',
  },
  'Retry-After': { required: true, description: 'Seconds to wait before the next attempt.', schema: SECONDS },
  'WWW-Authenticate': {
    description: 'The required authentication scheme; with an error if a token was sent that is not valid.',
    schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
} as const;

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  ServiceVersion: {
    name: 'Service-Version',
    in: 'header',
    required: true,
    description: 'The API version.',
    schema: { type: 'string', enum: [SERVICE_VERSION], default: SERVICE_VERSION },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your id for the request. It is returned in the response and written to the logs.',
    schema: REQUEST_ID,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days ' +
      'returns the first response with `Idempotent-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  FromPage: {
    name: 'X-Portal',
    in: 'header',
    required: true,
    description: 'Says that the page of the portal sends the request. A form of another site cannot send it.',
    schema: { type: 'string', enum: ['1'] },
  },
};

const parameterRef = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` });

/** The headers that an operation takes, besides those of its security. */
export function headerParameters(operation: DescribedOperation): Reference[] {
  return [
    ...(isVersioned(operation) ? [parameterRef('ServiceVersion')] : []),
    ...(operation.idempotent ? [parameterRef('IdempotencyKey')] : []),
    ...(operation.browser ? [parameterRef('FromPage')] : []),
    parameterRef('RequestId'),
  ];
}

/** What the headers of a response depend on, besides the operation itself. */
export interface ResponseTraits {
  /** The names of the operation's parameters. */
  readonly parameters: readonly string[];
  readonly isRateLimited: boolean;
}

/** The headers of a successful response. */
export function responseHeaders(
  operation: DescribedOperation,
  { parameters, isRateLimited }: ResponseTraits,
): Readonly<Record<string, Reference>> {
  const names: (keyof typeof HEADERS)[] = ['X-Request-Id'];
  if (operation.idempotent) names.push('Idempotent-Replayed');
  if (parameters.includes('after')) names.push('Link');
  if (parameters.includes('If-None-Match')) names.push('ETag');
  if (isRateLimited) names.push('RateLimit', 'RateLimit-Policy');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
