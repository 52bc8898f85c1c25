import type { OperationObject, RequestBody, ResponseObject, Schema } from '@payments/http';
import { document, resolve } from '../support/documented.js';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const { schemas } = document.components;

function successOf({ responses }: OperationObject): ResponseObject {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))![1] as ResponseObject;
}

function propertiesOf(name: string): Readonly<Record<string, Schema>> {
  return schemas[name]!['properties'] as Readonly<Record<string, Schema>>;
}

/** The schema that a body has, and those of a choice. */
function bodySchemas({ content }: RequestBody): Schema[] {
  const { schema } = content['application/json'] ?? Object.values(content)[0]!;
  const { $ref } = schema as { readonly $ref?: string };
  if ($ref === undefined) return [schema!];
  const found = resolve($ref) as Schema;
  const choice = found['anyOf'] as readonly { readonly $ref: string }[] | undefined;
  return choice === undefined ? [found] : choice.map(({ $ref }) => resolve($ref) as Schema);
}

describe('every operation of the description', () => {
  it('has a description that says more than its summary', () => {
    const silent = operations.filter(
      ({ operation: { summary, description } }) => !description || summary.includes(description.replace(/\.$/, '')),
    );
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('has a required body exactly when a field is required', () => {
    // A file has no fields.
    const bodies = operations.filter(
      ({ operation: { requestBody } }) => requestBody !== undefined && !('text/csv' in requestBody.content),
    );
    const wrong = bodies.filter(({ operation: { requestBody } }) => {
      const hasRequired = bodySchemas(requestBody!).every(({ required = [] }) => (required as string[]).length > 0);
      return requestBody!.required !== hasRequired;
    });
    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([]);
    expect(document.paths['/webhooks/configurations/{id}/test']?.['post']?.requestBody?.required).toBe(false);
  });
});

describe('an operation that creates', () => {
  const creating = operations.filter(
    ({ path, method }) => method === 'post' && operations.some((other) => other.path.startsWith(`${path}/{id}`)),
  );

  it.each(creating)('at $path links to every operation on what it created', ({ path, operation }) => {
    const following = operations.filter((other) => new RegExp(`^${path}/\\{id\\}[^{]*$`).test(other.path));
    const { links = {} } = successOf(operation);
    expect(Object.keys(links)).toEqual(
      expect.arrayContaining(following.map(({ operation: { operationId } }) => operationId)),
    );
  });

  it('is each of those with a resource under its path', () => {
    const ids = creating.map(({ operation }) => operation.operationId);
    expect(ids).toEqual(expect.arrayContaining(['createPerson', 'createTransfer', 'createWebhookConfiguration']));
  });
});

describe('the schemas of the description', () => {
  it('bound the names and the numbers of metadata', () => {
    const [value] = propertiesOf('PersonRequest')['metadata']!['anyOf'] as readonly Schema[];
    const metadata = resolve(String(value!['$ref'])) as Schema;
    expect(metadata).toMatchObject({ maxProperties: 5, propertyNames: { maxLength: 20 } });
    const { oneOf } = metadata['additionalProperties'] as { readonly oneOf: readonly Schema[] };
    expect(oneOf).toContainEqual({ type: 'number', minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 });
  });

  it.each(['WebhookConfiguration', 'WebhookConfigurationRequest'])('say that the url of %s is one', (name) => {
    expect(propertiesOf(name)['url']).toMatchObject({ format: 'uri' });
  });

  it.each(['BusinessRequest', 'BusinessPatch'])('say the years of the incorporation in %s', (name) => {
    expect(propertiesOf(name)['incorporation_date']!['description']).toMatch(/in the years 1600 to 2099/);
  });

  it.each([
    ['CreateTransferRequest', ['source', 'destination']],
    ['AdvanceClockRequest', ['banking_days', 'to']],
  ])('make %s a choice of objects, each with one field for sure', (name, fields) => {
    const choice = (schemas[name]!['anyOf'] as readonly { readonly $ref: string }[]).map(
      ({ $ref }) => resolve($ref) as { required: string[]; properties: Record<string, Schema> },
    );
    expect(choice.map(({ required }) => required.at(-1))).toEqual(fields);
    const nullable = choice.filter(({ required, properties }) => 'anyOf' in properties[required.at(-1)!]!);
    expect(nullable).toEqual([]);
  });
});
