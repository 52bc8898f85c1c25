import { schemaRef } from './open-api.js';
import type { OpenApi, Schema } from './open-api.js';

/** From the name of a class to the name that a client's types have. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^Account/, 'ExternalAccount'],
  [/^Amounts/, 'Balance'],
  [/^TransferList/, 'Transfers'],
  [/^ChangeTransferDto$/, 'TransferPatch'],
  [/PatchDto$/, 'Patch'],
  [/RequestDto$/, 'Request'],
  [/Dto$/, 'Request'],
  [/Resource$/, ''],
  [/Answer$/, 'Response'],
];
const OF_REQUESTS = /(Dto|Request)$/;

/** Schemas that stand in several places, by the property that each is taken from. */
const SHARED: Readonly<Record<string, readonly [schema: string, property: string]>> = {
  Metadata: ['TransferPatch', 'metadata'],
  Speed: ['Transfer', 'speed'],
  TransferStatus: ['Transfer', 'status'],
  CustomerStatus: ['Person', 'status'],
  EntityType: ['Business', 'entity_type'],
  TaxIdType: ['Business', 'tax_id_type'],
  UsState: ['HomeAddressRequest', 'state'],
  AccountType: ['ExternalAccount', 'account_type'],
  CustomerResourceType: ['ExternalAccount', 'customer_resource_type'],
  LedgerAccount: ['LedgerEntry', 'debit_account'],
  Rail: ['RailEligibility', 'rail'],
  Side: ['LegExplanation', 'side'],
  LegStatus: ['LegExplanation', 'status'],
  ReasonCodeName: ['ReasonCode', 'reason_code'],
  EventType: ['WebhookEvent', 'event_type'],
  EventSubscription: ['WebhookConfiguration', 'event_types'],
  DeliveryStatus: ['WebhookDelivery', 'status'],
  RecoverableStatus: ['Recovery', 'status'],
  Scope: ['Client', 'scopes'],
  UserRole: ['User', 'role'],
};
/** What says nothing of the shape, and may stand beside a reference. */
const REMARKS = ['description', 'example', 'default'];

/** Gives the classes the names that clients see; what is answered holds the fields that are named and no others. */
export function nameSchemas(document: OpenApi): OpenApi {
  const renamed = JSON.parse(
    JSON.stringify(document).replace(
      /"#\/components\/schemas\/(\w+)"/g,
      (_match, name: string) => `"${schemaRef(nameOf(name)).$ref}"`,
    ),
  ) as OpenApi;
  const entries = Object.entries(renamed.components.schemas).map(([name, schema]): [string, Schema] => [
    nameOf(name),
    OF_REQUESTS.test(name) ? schema : { ...schema, additionalProperties: false },
  ]);
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two classes of the description have the name ${twice}`);
  const components = { ...renamed.components, schemas: Object.fromEntries(entries) };
  return { ...renamed, components };
}

/** Replaces the schemas that stand in several places by references to one with a name. */
export function shareSchemas(document: OpenApi): OpenApi {
  const { schemas } = document.components;
  const shared = Object.entries(SHARED).map(([name, [schema, property]]) => {
    const properties = schemas[schema]?.['properties'] as Readonly<Record<string, Schema>> | undefined;
    if (properties?.[property] === undefined) throw new Error(`the description has no ${schema}.${property}`);
    return [name, shapeOf(properties[property])] as const;
  });
  const names = new Map(shared.map(([name, shape]) => [canonical(shape), name]));
  const replaced = replace(document, names) as OpenApi;
  const all = { ...replaced.components.schemas, ...Object.fromEntries(shared) };
  return { ...replaced, components: { ...replaced.components, schemas: all } };
}

/** The name of a class in the description. */
export function nameOf(className: string): string {
  return RENAMED.reduce((name, [pattern, text]) => name.replace(pattern, text), className);
}

/** What the schema of a property is about: of a list its items, of an optional field what it is when it is there. */
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
