import { schemaRef } from './document-model.js';
import type { OpenApi, Schema } from './document-model.js';

/** How classes and their parts are named in the description, as the application registers it. */
export interface SchemaNames {
  /** From the name of a class to its published name, for classes without an `@ApiSchema`. */
  readonly renamed: readonly Renaming[];
  /** Schemas used in several places, by the property that each is taken from. */
  readonly shared: Readonly<Record<string, readonly [schema: string, property: string]>>;
}

type Renaming = readonly [RegExp, string];

/** The suffixes of class names that state a role. */
const ROLES: readonly Renaming[] = [
  [/PatchDto$/, 'Patch'],
  [/RequestDto$/, 'Request'],
  [/Dto$/, 'Request'],
  [/DetailsResponse$/, ''],
];
const OF_REQUESTS = /(Dto|Request)$/;

/** Keys that do not describe the shape and may stand beside a reference. */
const REMARKS = ['description', 'example', 'default'];

/** Gives the classes the names that clients see; responses hold the listed fields and no others. */
export function nameSchemas(document: OpenApi, names: SchemaNames): OpenApi {
  const renamed = JSON.parse(
    JSON.stringify(document).replace(
      /"#\/components\/schemas\/(\w+)"/g,
      (_match, name: string) => `"${schemaRef(nameOf(name, names)).$ref}"`,
    ),
  ) as OpenApi;
  const entries = Object.entries(renamed.components.schemas).map(([name, schema]): [string, Schema] => [
    nameOf(name, names),
    OF_REQUESTS.test(name) ? schema : { ...schema, additionalProperties: false },
  ]);
  const all = entries.map(([name]) => name);
  const twice = all.find((name, index) => all.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two classes of the description have the name ${twice}`);
  const components = { ...renamed.components, schemas: Object.fromEntries(entries) };
  return { ...renamed, components };
}

/** Replaces schemas used in several places with references to one named schema. */
export function shareSchemas(document: OpenApi, { shared }: SchemaNames): OpenApi {
  const { schemas } = document.components;
  const named = Object.entries(shared).map(([name, [schema, property]]) => {
    const properties = schemas[schema]?.['properties'] as Readonly<Record<string, Schema>> | undefined;
    if (properties?.[property] === undefined) throw new Error(`the description has no ${schema}.${property}`);
    return [name, shapeOf(properties[property])] as const;
  });
  const names = new Map(named.map(([name, shape]) => [canonical(shape), name]));
  const replaced = replace(document, names) as OpenApi;
  const all = { ...replaced.components.schemas, ...Object.fromEntries(named) };
  return { ...replaced, components: { ...replaced.components, schemas: all } };
}

/** The name of a class in the description. */
export function nameOf(className: string, { renamed }: SchemaNames): string {
  return [...renamed, ...ROLES].reduce((name, [pattern, text]) => name.replace(pattern, text), className);
}

/** The core schema of a property: the items of a list, the non-null form of an optional field. */
function shapeOf(schema: Schema): Schema {
  const { items, anyOf } = schema as { items?: Schema; anyOf?: readonly Schema[] };
  const [kind] = anyOf ?? [];
  if (items !== undefined) return shapeOf(items);
  if (kind !== undefined) return shapeOf(kind);
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !REMARKS.includes(key)));
}

function replace(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => replace(item, names));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node);
  const remarks = entries.filter(([key]) => REMARKS.includes(key));
  const name = names.get(canonical(Object.fromEntries(entries.filter(([key]) => !REMARKS.includes(key)))));
  if (name !== undefined) return { ...schemaRef(name), ...Object.fromEntries(remarks) };
  const inner = Object.fromEntries(entries.map(([key, value]) => [key, replace(value, names)]));
  // The framework wraps a reference that has a description.
  const { allOf, ...others } = inner as { allOf?: readonly Schema[] };
  return allOf?.length === 1 ? { ...allOf[0], ...others } : inner;
}

function canonical(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(canonical).join()}]`;
  if (typeof node !== 'object' || node === null) return JSON.stringify(node);
  const entries = Object.entries(node).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, value]) => `${key}:${canonical(value)}`).join()}}`;
}
