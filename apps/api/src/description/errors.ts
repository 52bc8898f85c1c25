import { isPortalScope } from '@payments/platform';
import type { DescribedError } from '../describe-errors.js';
import type { DescribedOperation } from '../describe-operations.js';
import { pascal, schemaRef } from './open-api.js';
import type { Reference, ResponseObject, Schema } from './open-api.js';

/** An error that an operation may answer. */
type OwnError = Pick<DescribedError, 'status' | 'code' | 'field' | 'message'>;

const headerRef = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** What comes with an error of a status, beside the id of the request. */
const HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

const ERRORS_OF_EVERY_OPERATION = ['bad_request', 'too_many_requests', 'internal_server_error', 'service_unavailable'];
const ERRORS_OF_BODIES = ['unsupported_media_type', 'invalid_json', 'invalid_body', 'payload_too_large'];
const ERRORS_OF_KEYS = ['invalid_idempotency_key', 'idempotency_key_in_use', 'idempotency_key_reused'];
const ERRORS_OF_VERSIONS = ['missing_service_version', 'invalid_service_version'];
/** Whose bodies that cannot be read are 400 like every other mistake. */
const PLAIN_BAD_REQUEST = ['createToken'];

/** Every error that the operation may answer, in the order in which the service looks. */
export function errorsOf(operation: DescribedOperation, all: readonly DescribedError[]): OwnError[] {
  const common = commonCodesOf(operation).map((code) => {
    const error = all.find(({ group, code: its }) => group === '' && its === code);
    if (error === undefined) throw new Error(`there is no error ${code}`);
    const isPlain = PLAIN_BAD_REQUEST.includes(operation.id) && [413, 415].includes(error.status);
    return isPlain ? { ...error, status: 400 } : error;
  });
  return [...common, ...all.filter(({ group, operations }) => group !== '' && operations.includes(operation.name))];
}

function commonCodesOf({ id, name, scope, idempotent, hasBody }: DescribedOperation): string[] {
  const hasVersion = scope !== undefined && !isPortalScope(scope);
  return [
    ...ERRORS_OF_EVERY_OPERATION,
    ...(name.includes(' /sandbox/') ? ['not_found'] : []),
    ...(scope === undefined ? [] : ['unauthorized', 'forbidden']),
    ...(id === 'createToken' ? ['forbidden'] : []),
    ...(hasVersion ? ERRORS_OF_VERSIONS : []),
    ...(hasBody ? ERRORS_OF_BODIES : []),
    ...(idempotent ? ERRORS_OF_KEYS : []),
  ];
}

/** What is described of the errors of all operations: a response for each status of each, and the schemas in them. */
export interface ErrorResponses {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** By operation and status. */
  readonly of: ReadonlyMap<string, Readonly<Record<string, Reference>>>;
}

/** Statuses whose codes are the same for many operations are described once, for every set of codes. */
export function errorResponses(
  operations: readonly DescribedOperation[],
  all: readonly DescribedError[],
): ErrorResponses {
  const responses: Record<string, ResponseObject> = {};
  const schemas: Record<string, Schema> = {};
  const of = new Map<string, Record<string, Reference>>();
  for (const operation of operations) {
    const errors = errorsOf(operation, all);
    const statuses = [...new Set(errors.map(({ status }) => status))].sort((one, other) => one - other);
    const own = statuses.map((status) => {
      const answered = errors.filter((error) => error.status === status);
      const name = responseName(operation.id, answered);
      schemas[`${name}Error`] ??= errorSchema(answered);
      responses[name] ??= responseOf(status, answered, `${name}Error`);
      return [String(status), { $ref: `#/components/responses/${name}` }] as const;
    });
    of.set(operation.id, Object.fromEntries(own));
  }
  return { responses, schemas, of };
}

// 400 differs from operation to operation; of every other status the one code tells what it is.
function responseName(operationId: string, [first, ...others]: readonly OwnError[]): string {
  if (first === undefined) throw new Error('no error');
  const codes = [...new Set([first, ...others].map(({ code }) => code))];
  if (codes.length === 1 || first.status !== 400)
    return codes.map((code) => code.split('_').map(pascal).join('')).join('Or');
  const isOnlyVersion = codes.every((code) => ['bad_request', ...ERRORS_OF_VERSIONS].includes(code));
  return isOnlyVersion ? 'InvalidServiceVersion' : `${pascal(operationId)}BadRequest`;
}

function errorSchema(errors: readonly OwnError[]): Schema {
  const codes = [...new Set(errors.map(({ code }) => code))];
  return {
    allOf: [
      schemaRef('Error'),
      { type: 'object', required: ['error_code'], properties: { error_code: { type: 'string', enum: codes } } },
    ],
  };
}

function responseOf(status: number, errors: readonly OwnError[], schema: string): ResponseObject {
  const lines = new Map(errors.map(({ code, message }) => [code, `- \`${code}\`: ${message}`]));
  const headers = ['X-Request-Id', ...(HEADERS[status] ?? [])];
  return {
    description: [...lines.values()].join('\n'),
    headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
    content: {
      'application/json': {
        schema: schemaRef(schema),
        examples: { [exampleOf(errors).code]: { value: bodyOf(exampleOf(errors)) } },
      },
    },
  };
}

// What a caller is likely to meet: a rule on a field rather than a broken message.
function exampleOf(errors: readonly OwnError[]): OwnError {
  return errors.find(({ field }) => field !== undefined) ?? errors.at(-1)!;
}

function bodyOf({ code, field, message }: OwnError): object {
  const path = field?.replaceAll('[]', '[0]');
  const details = path === undefined ? null : { errors: [{ field: path, error_code: code, message }] };
  return { error_code: code, message, details };
}
