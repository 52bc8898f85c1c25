import { masked } from '@payments/kernel';
import type { ResourceType } from '@payments/kernel';
import { CHANGES } from './event-types.js';
import { keyOf, RESOURCE_FIELDS } from './resource-fields.table.js';

type Data = Readonly<Record<string, unknown>>;

/** Fields that events never contain. */
const SECRETS = ['date_of_birth', 'social_security_number', 'tax_id'];

/**
 * The caller's data of a test event, in the shape of real events: `{ "<resource>": {…} }`, account numbers masked,
 * without birth dates and government ids. A bare resource, of which one field is enough, is put under its key.
 * Undefined for data of neither shape.
 */
export function testEventData(resource: ResourceType, data: Data): object | undefined {
  const names = Object.keys(data);
  const key = keyOf(resource);
  if (names.length === 1 && names[0] === key) return isObject(data[key]) ? redacted(data) : undefined;
  if (names.some((name) => name in CHANGES)) return undefined;
  return names.some((name) => RESOURCE_FIELDS[resource].includes(name)) ? { [key]: redacted(data) } : undefined;
}

function redacted(data: Data): object {
  return JSON.parse(JSON.stringify(data), (name, value: unknown) => {
    if (SECRETS.includes(name)) return undefined;
    return name === 'account_number' ? masked(String(value)) : value;
  }) as object;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
