import type { Type } from '@nestjs/common';
import { alternativesOf } from '../validation/fields.js';
import type { DescribedOperation } from './describe-operations.js';
import { pascal, schemaRef } from './document-model.js';
import type { OpenApi, Schema } from './document-model.js';
import { nameOf } from './schemas.js';
import type { SchemaNames } from './schemas.js';

type Properties = Readonly<Record<string, Schema>>;

/**
 * Where at least one of several fields is required, the schema is a choice of complete objects, one for each field.
 * Generators turn the shorter form, a choice of lists of required fields, into an empty class.
 */
export function describeAlternatives(
  document: OpenApi,
  operations: readonly DescribedOperation[],
  names: SchemaNames,
): OpenApi {
  const types = new Set(operations.flatMap((operation) => operation.types));
  const { schemas } = document.components;
  const choices = Object.fromEntries([...types].flatMap((type) => choiceOf(type, nameOf(type.name, names), schemas)));
  const changed = { ...schemas, ...choices };
  return { ...document, components: { ...document.components, schemas: changed } };
}

function choiceOf(
  type: Type<object>,
  name: string,
  schemas: Readonly<Record<string, Schema>>,
): [name: string, schema: Schema][] {
  const names = alternativesOf(type);
  if (names.length === 0) return [];
  const schema = schemas[name]!;
  const objects = names.map((field): [string, Schema] => [
    `${name}With${field.split('_').map(pascal).join('')}`,
    having(field, schema),
  ]);
  return [...objects, [name, { anyOf: objects.map(([each]) => schemaRef(each)) }]];
}

/** The object with this field required and not null. */
function having(field: string, schema: Schema): Schema {
  const properties = schema['properties'] as Properties;
  const { anyOf, type: _, ...remarks } = properties[field] as { readonly anyOf: readonly Schema[]; type?: unknown };
  const required = [...((schema['required'] ?? []) as string[]), field];
  return { ...schema, required, properties: { ...properties, [field]: { ...anyOf[0], ...remarks } } };
}
