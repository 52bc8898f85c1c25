import { isDeepStrictEqual } from 'node:util';
import { EVERY_OPERATION } from './describe-errors.js';
import type { DescribedError } from './describe-errors.js';
import type { DescribedOperation } from './describe-operations.js';
import { pascal, schemaRef } from './document-model.js';
import type { Reference, ResponseObject, Schema } from './document-model.js';
import { isVersioned } from './security.js';

/** An error that an operation may return. */
type OwnError = Pick<DescribedError, 'status' | 'code' | 'field' | 'message'>;

const headerRef = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** The headers of an error by status, besides the request id. */
const HEADERS: Readonly<Record<number, readonly string[]>> = {
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};
/** A conflict that ends by itself: with another request that is in progress. */
const PASSING_CONFLICT = 'idempotency_key_in_use';
/** The headers of a 401 where a token is required. */
const CHALLENGE = ['WWW-Authenticate'];

const ERRORS_OF_EVERY_OPERATION = ['bad_request', 'too_many_requests', 'internal_server_error'];
const UNKNOWN_PARAMETER = 'invalid_query_parameter';
const ERRORS_OF_BODIES = ['unsupported_media_type', 'invalid_json', 'invalid_body', 'payload_too_large'];
const ERRORS_OF_KEYS = ['invalid_idempotency_key', 'idempotency_key_in_use', 'idempotency_key_reused'];
const ERRORS_OF_VERSIONS = ['missing_service_version', 'invalid_service_version'];
/** Where single operations differ from all others, as the application registers it. */
export interface OperationRules {
  /** The codes of general errors that this operation may return too. */
  readonly commonCodes: (operation: DescribedOperation) => readonly string[];
  /** A general error as this operation returns it. */
  readonly ownError: (error: OwnError, operation: DescribedOperation) => OwnError;
  readonly isRateLimited: (operation: DescribedOperation) => boolean;
}

/** Every error that the operation may return, in the order in which the service checks. */
function errorsOf(operation: DescribedOperation, all: readonly DescribedError[], rules: OperationRules): OwnError[] {
  const common = commonCodesOf(operation, rules).map((code) => {
    const error = all.find(({ group, code: its }) => group === EVERY_OPERATION && its === code);
    if (error === undefined) throw new Error(`there is no error ${code}`);
    return rules.ownError(error, operation);
  });
  const own = all.filter(({ group, operations }) => group !== EVERY_OPERATION && operations.includes(operation.name));
  return [...common, ...own];
}

function commonCodesOf(operation: DescribedOperation, rules: OperationRules): string[] {
  const { name, scope, idempotent, hasBody } = operation;
  return [
    ...ERRORS_OF_EVERY_OPERATION,
    // Health checks must respond especially under overload.
    ...(name.includes(' /health/') ? [] : ['service_unavailable']),
    ...rules.commonCodes(operation),
    ...(scope === undefined ? [] : ['unauthorized', 'forbidden']),
    ...(isVersioned(operation) ? ERRORS_OF_VERSIONS : []),
    ...(hasBody ? ERRORS_OF_BODIES : []),
    UNKNOWN_PARAMETER,
    ...(idempotent ? ERRORS_OF_KEYS : []),
  ];
}

/** The errors of all operations as described: a response for each status of each, and their schemas. */
export interface ErrorResponses {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** By operation and status. */
  readonly of: ReadonlyMap<string, Readonly<Record<string, Reference>>>;
}

/** A response shared by many operations is described once. */
export function errorResponses(
  operations: readonly DescribedOperation[],
  all: readonly DescribedError[],
  rules: OperationRules,
): ErrorResponses {
  const named = operations.flatMap((operation) => responsesOf(operation, errorsOf(operation, all, rules)));
  const names = namesOf(named);
  const nameOf = ({ response }: NamedErrorResponse) => names.get(JSON.stringify(response))!;
  const refsOf = (operationId: string) =>
    named
      .filter((entry) => entry.operationId === operationId)
      .map((entry) => [String(entry.status), { $ref: `#/components/responses/${nameOf(entry)}` }] as const);
  return {
    responses: Object.fromEntries(named.map((entry) => [nameOf(entry), entry.response])),
    schemas: Object.fromEntries(named.map(({ plainName, schema }) => [`${plainName}Error`, schema])),
    of: new Map(operations.map(({ id }) => [id, Object.fromEntries(refsOf(id))])),
  };
}

interface NamedErrorResponse {
  readonly operationId: string;
  readonly status: number;
  /** After the codes alone. */
  readonly plainName: string;
  readonly schema: Schema;
  readonly response: ResponseObject;
}

function responsesOf(operation: DescribedOperation, errors: readonly OwnError[]): NamedErrorResponse[] {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((one, other) => one - other);
  return statuses.map((status) => {
    const ofStatus = errors.filter((error) => error.status === status);
    const plainName = responseName(operation.id, ofStatus);
    const response = responseOf(operation, ofStatus, `${plainName}Error`);
    return { operationId: operation.id, status, plainName, schema: errorSchema(ofStatus), response };
  });
}

/** By the text of the response: the plain name for a majority response, else prefixed with its first operation. */
function namesOf(named: readonly NamedErrorResponse[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { operationId, plainName, response } of named) {
    const text = JSON.stringify(response);
    if (names.has(text)) continue;
    const namesakes = named.filter((entry) => entry.plainName === plainName);
    const same = namesakes.filter((entry) => isDeepStrictEqual(entry.response, response));
    names.set(text, same.length * 2 > namesakes.length ? plainName : `${pascal(operationId)}${plainName}`);
  }
  return names;
}

// 400 differs by operation, except for unknown query parameters, which all reject; every other status is described by
// its one code.
function responseName(operationId: string, [first, ...others]: readonly OwnError[]): string {
  if (first === undefined) throw new Error('no error');
  const all = new Set([first, ...others].map(({ code }) => code));
  const codes = [...all].filter((code) => code !== UNKNOWN_PARAMETER);
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

function responseOf({ scope }: DescribedOperation, errors: readonly OwnError[], schema: string): ResponseObject {
  const { status } = exampleOf(errors);
  const lines = new Map(errors.map(({ code, message }) => [code, `- \`${code}\`: ${message}`]));
  const isPassing = errors.some(({ code }) => code === PASSING_CONFLICT);
  const ofStatus = isPassing ? ['Retry-After'] : (HEADERS[status] ?? []);
  const own = status === 401 && scope !== undefined ? CHALLENGE : ofStatus;
  const headers = ['X-Request-Id', ...own];
  // There are too many ways to send a bad request.
  const shown = status === 400 ? [exampleOf(errors)] : errors;
  return {
    description: [...lines.values()].join('\n'),
    headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
    content: {
      'application/json': {
        schema: schemaRef(schema),
        examples: Object.fromEntries(shown.map((error) => [error.code, { value: bodyOf(error) }])),
      },
    },
  };
}

// The errors a caller is likely to get: a field rule rather than a malformed message. The message about an unknown query
// parameter depends on its name.
function exampleOf(errors: readonly OwnError[]): OwnError {
  const isField = ({ field }: OwnError) => field !== undefined;
  return errors.find(isField) ?? errors.findLast(({ code }) => code !== UNKNOWN_PARAMETER)!;
}

function bodyOf({ code, field, message }: OwnError): object {
  const path = field?.replaceAll('[]', '[0]');
  const details = path === undefined ? null : { errors: [{ field: path, error_code: code, message }] };
  return { error_code: code, message, details };
}
