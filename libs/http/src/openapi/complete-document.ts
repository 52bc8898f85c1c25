import type { OpenAPIObject } from '@nestjs/swagger';
import { requiresFields } from '../validation/fields.js';
import type { DescribedError } from './describe-errors.js';
import type { DescribedOperation } from './describe-operations.js';
import { describeAlternatives } from './alternatives.js';
import { errorResponses } from './error-responses.js';
import type { OperationRules } from './error-responses.js';
import { errorSchemas } from './error-schemas.js';
import { examplesOf } from './examples.js';
import type { Example, Story } from './examples.js';
import { responseHeaders, headerParameters, HEADERS, PARAMETERS } from './headers.js';
import { linksOf } from './links.js';
import { mapOperations, pascal } from './document-model.js';
import type {
  Media,
  OpenApi,
  OperationObject,
  Parameter,
  Paths,
  Reference,
  RequestBody,
  ResponseObject,
  Schema,
} from './document-model.js';
import { nameSchemas, shareSchemas } from './schemas.js';
import type { SchemaNames } from './schemas.js';
import { securityOf } from './security.js';

/** The parts that neither classes nor operations describe, as the application registers them. */
export interface ApiTexts {
  /** `{base_url}` stands for the first server. */
  readonly introduction: string;
  /** In reading order. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Of path and query parameters, which mean the same everywhere. */
  readonly parameterTexts: Readonly<Record<string, string>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
  readonly schemaNames: SchemaNames;
  /** Schemas that belong to no single class. */
  readonly moreSchemas: Readonly<Record<string, Schema>>;
  /** The schemas of error details besides invalid fields. */
  readonly errorDetails: readonly string[];
  /** Fields that some errors have next to `details`. */
  readonly errorFields: Readonly<Record<string, Schema>>;
  readonly operationRules: OperationRules;
  readonly story: Story;
  readonly webhooks: {
    readonly paths: Paths;
    readonly parameters: Readonly<Record<string, Parameter>>;
    /** The schemas of their bodies, derived from those of the responses. */
    readonly schemasOf: (schemas: Readonly<Record<string, Schema>>) => Readonly<Record<string, Schema>>;
  };
}

/** What is known about the service besides its classes. */
export interface Knowledge {
  readonly operations: readonly DescribedOperation[];
  readonly errors: readonly DescribedError[];
  readonly texts: ApiTexts;
}

/**
 * Completes what the framework derives from the controllers: names, security, headers, every error of every operation,
 * and webhooks.
 */
export function completeDocument(base: OpenAPIObject, { operations, errors, texts }: Knowledge): OpenApi {
  const { schemaNames, tags, story } = texts;
  const named = describeAlternatives(nameSchemas(base as unknown as OpenApi, schemaNames), operations, schemaNames);
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const { of, responses, schemas } = errorResponses(operations, errors, texts.operationRules);
  const shown = examplesOf(story);
  const following = linksOf(story.steps, summariesOf(named.paths));
  const paths = mapOperations(named.paths, (described, path) => {
    const operation = known.get(described.operationId);
    if (operation === undefined) throw new Error(`${path} is not declared with @Operation`);
    const example = shown.get(operation.id);
    if (example === undefined) throw new Error(`${operation.id} is not in the story of the examples`);
    const next = following[operation.id];
    return completeOperation(described, { operation, example, errors: of.get(operation.id) ?? {}, links: next, texts });
  });
  const withBase = {
    ...named,
    info: {
      ...named.info,
      description: texts.introduction.replaceAll('{base_url}', String(named.servers[0]?.['url'])),
    },
    tags,
    paths: sortByTag(paths, tags),
    components: {
      ...named.components,
      schemas: {
        ...named.components.schemas,
        ...errorSchemas(texts.errorDetails, texts.errorFields),
        ...texts.moreSchemas,
        ...schemas,
      },
    },
  };
  return finish(shareSchemas(withBase, schemaNames), responses, texts);
}

function finish(
  document: OpenApi,
  responses: Readonly<Record<string, ResponseObject>>,
  { webhooks: sent, securitySchemes }: ApiTexts,
): OpenApi {
  const { paths, parameters } = shareParameters(document.paths);
  const { openapi, info, servers, tags } = document;
  const events = sent.schemasOf(document.components.schemas);
  return {
    ...{ openapi, info, servers, ...(tags && { tags }), paths },
    webhooks: sent.paths,
    components: {
      schemas: sorted({ ...document.components.schemas, ...events }),
      responses: sorted(responses),
      parameters: { ...PARAMETERS, ...parameters, ...sent.parameters },
      headers: HEADERS,
      securitySchemes,
    },
  };
}

interface OperationKnowledge {
  readonly operation: DescribedOperation;
  readonly example: Example;
  readonly errors: Readonly<Record<string, Reference>>;
  readonly links: ResponseObject['links'];
  readonly texts: ApiTexts;
}

function completeOperation(
  described: OperationObject,
  { operation, example, errors, links: next, texts }: OperationKnowledge,
): OperationObject {
  const { operationId, summary, description, tags, requestBody } = described;
  const own = (described.parameters ?? []).filter((each): each is Parameter => 'name' in each);
  const isRateLimited = texts.operationRules.isRateLimited(operation);
  const headers = responseHeaders(operation, { parameters: own.map(({ name }) => name), isRateLimited });
  const responses = Object.entries(described.responses as Readonly<Record<string, ResponseObject>>).map(
    ([status, response]) => {
      const completed = completeResponse(response, example, headers);
      return [status, { ...completed, ...(next && { links: next }) }];
    },
  );
  return {
    ...{ operationId, summary, description, tags, security: securityOf(operation) },
    parameters: [
      ...own.map((each) => completeParameter(each, { operation, example, texts })),
      ...headerParameters(operation),
    ],
    ...(requestBody && { requestBody: completeBody(requestBody, operation, example) }),
    responses: { ...errors, ...(Object.fromEntries(responses) as OperationObject['responses']) },
  };
}

// No body counts as an empty object.
function completeBody({ content }: RequestBody, { types }: DescribedOperation, { body }: Example): RequestBody {
  return { required: types.some(requiresFields), content: withExample(content, body) };
}

function completeResponse(
  response: ResponseObject,
  { response: shown }: Pick<Example, 'response'>,
  headers: ResponseObject['headers'] = {},
): ResponseObject {
  const { description, content } = response;
  return { description, headers, ...(content && { content: withExample(content, shown) }) };
}

/** Media types of many records, whose example would be one of another type. */
const LINES = ['text/csv', 'application/x-ndjson'];

// Content other than JSON, such as a table, has another form than the example.
function withExample(content: Readonly<Record<string, Media>>, example: unknown): Readonly<Record<string, Media>> {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      { ...(example !== undefined && !LINES.includes(type) && { example }), ...media },
    ]),
  );
}

function completeParameter(
  parameter: Parameter,
  { operation, example: shown, texts }: Pick<OperationKnowledge, 'operation' | 'example' | 'texts'>,
): Parameter {
  const { name, in: place, required, schema } = parameter;
  const text = texts.parameterTexts[name];
  if (text === undefined) throw new Error(`the description says nothing about the parameter ${name}`);
  const { example: _, ...shape } = schema as { example?: unknown; type?: unknown };
  const given = shown.parameters[name];
  // The portal identifies its credentials and users by text.
  const isId = place === 'path' && /(^|_)id$/.test(name) && !operation.portal;
  return {
    ...{ name, in: place, required: required ?? false, description: text },
    schema: isId ? { ...shape, format: 'uuid' } : shape,
    ...(place === 'path' && { example: shape['type'] === 'integer' ? Number(given) : given }),
  };
}

function summariesOf(paths: Paths): ReadonlyMap<string, string> {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return new Map(all.map(({ operationId, summary }) => [operationId, summary]));
}

/** Parameters that are the same for several operations are described once. */
function shareParameters(paths: Paths): { paths: Paths; parameters: Readonly<Record<string, Parameter>> } {
  const uses = new Map<string, number>();
  mapOperations(paths, (operation) => {
    for (const each of operation.parameters ?? [])
      uses.set(JSON.stringify(each), (uses.get(JSON.stringify(each)) ?? 0) + 1);
    return operation;
  });
  const parameters: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  for (const [text, count] of [...uses].sort(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(text) as Parameter | Reference;
    if (!('name' in parameter) || count < 2) continue;
    const name = parameter.name.split('_').map(pascal).join('');
    if (name in parameters) continue;
    parameters[name] = parameter;
    names.set(text, name);
  }
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    parameters: (operation.parameters ?? []).map((each) => {
      const name = names.get(JSON.stringify(each));
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` };
    }),
  }));
  return { paths: shared, parameters };
}

function sortByTag(paths: Paths, tags: ApiTexts['tags']): Paths {
  const names = tags.map(({ name }) => name);
  const rank = (methods: Paths[string]) => {
    const tag = Object.values(methods)[0]?.tags[0] ?? '';
    if (!names.includes(tag)) throw new Error(`the description says nothing about the tag ${tag}`);
    return names.indexOf(tag);
  };
  return Object.fromEntries(Object.entries(paths).sort(([, one], [, other]) => rank(one) - rank(other)));
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
