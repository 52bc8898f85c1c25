import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenApi, OperationObject, ResponseObject, Schema } from '@payments/http';

/** A response as it left the service. */
export interface SentResponse {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

interface Described {
  readonly pattern: RegExp;
  readonly operation: OperationObject;
}

/** Errors about the address itself, which no operation has. */
const OF_NO_OPERATION: readonly number[] = [404, 405];

/** The description that the service serves, without the addresses. */
export const document = JSON.parse(
  readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'),
) as OpenApi;
const described = new Map<string, Described[]>();
for (const [path, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    described.set(method, [...(described.get(method) ?? []), { pattern, operation }]);
  }
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');
const validators = new Map<string, ValidateFunction>();

/** How the response deviates from docs/reference/openapi.generated.json; undefined when it matches. */
export function deviationOf(answer: SentResponse): string | undefined {
  const { method, status } = answer;
  const [path = ''] = answer.url.split('?', 1);
  const place = described.get(method.toLowerCase())?.find(({ pattern }) => pattern.test(path));
  const what = `${method} ${path} answered ${status}`;
  if (place === undefined) {
    return OF_NO_OPERATION.includes(status)
      ? schemaDeviation({ what, answer, pointer: '/components/schemas/Error' })
      : undefined;
  }
  const { operationId, responses } = place.operation;
  const reference = responses[status];
  if (reference === undefined) return `${what}, which ${operationId} does not describe: ${answer.body}`;
  const response = '$ref' in reference ? (resolve(reference.$ref) as ResponseObject) : reference;
  const missing = Object.entries(response.headers ?? {})
    .filter(([, { $ref }]) => (resolve($ref) as { required?: boolean }).required === true)
    .filter(([name]) => answer.headers[name.toLowerCase()] === undefined);
  if (missing.length > 0) return `${what} without ${missing.map(([name]) => name).join()}`;
  const [type = ''] = typeOf(answer).split(';');
  if (response.content === undefined) return answer.body === '' ? undefined : `${what} with a body: ${answer.body}`;
  const schema = response.content[type]?.schema;
  if (schema === undefined) return `${what} as ${type || 'nothing'}, which ${operationId} does not describe`;
  if (type !== 'application/json') return undefined;
  return schemaDeviation({ what, answer, pointer: String(schema['$ref']).slice(1) });
}

/** How the body of a webhook deviates from docs/reference/openapi.generated.json; undefined when it matches. */
export function webhookDeviationOf(body: string): string | undefined {
  const { event_type } = JSON.parse(body) as { readonly event_type: string };
  const what = `the webhook ${event_type}`;
  if (document.webhooks?.[event_type] === undefined) return `${what} is not described`;
  const pointer = `/webhooks/${event_type}/post/requestBody/content/application~1json/schema`;
  return schemaDeviation({ what, answer: { body }, pointer });
}

/** Reports every response of the application that deviates from docs/reference/openapi.generated.json. */
export function watchResponses(app: NestFastifyApplication, report: (deviation: string) => unknown): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onSend', (request, reply, payload: unknown) => {
    const isWhole = typeof payload === 'string' || payload === null || payload === undefined;
    if (isWhole && request.method !== 'HEAD' && request.method !== 'OPTIONS') {
      const headers = reply.getHeaders();
      const { method, url } = request;
      const deviation = deviationOf({ method, url, status: reply.statusCode, headers, body: payload ?? '' });
      if (deviation !== undefined) report(deviation);
    }
    return Promise.resolve(payload);
  });
}

/** How the header deviates from its schema; undefined when it matches. */
export function headerDeviationOf(
  name: string,
  headers: Readonly<Record<string, unknown>>,
  schema: Schema,
): string | undefined {
  const sent = headers[name.toLowerCase()];
  if (sent === undefined) return `no ${name}`;
  const value = schema['type'] === 'integer' ? Number(sent) : sent;
  return ajv.validate(schema, value) ? undefined : `${name}: ${JSON.stringify(sent)} ${ajv.errorsText()}`;
}

interface SchemaCheck {
  readonly what: string;
  readonly answer: Pick<SentResponse, 'body'>;
  /** Of the schema within the document. */
  readonly pointer: string;
}

function schemaDeviation({ what, answer: { body }, pointer }: SchemaCheck): string | undefined {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, validate);
  if (validate(JSON.parse(body))) return undefined;
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  );
  return `${what}, other than ${pointer} says: ${errors.join('; ')}\n${body}`;
}

function typeOf({ headers }: SentResponse): string {
  const type = headers['content-type'];
  return typeof type === 'string' ? type : '';
}

/** Resolves a reference within the description. */
export function resolve($ref: string): unknown {
  return $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
}
