import type { ResourceType } from '@payments/kernel';
import { CHANGES } from './event-types.js';
import { RESOURCE_FIELDS } from './resource-fields.table.js';

/**
 * The caller's data of a test event, in the shape of real events: `{ "<resource>": {…} }`. A bare
 * resource, of which one field is enough, is put under its key. Undefined for data of neither shape.
 */
export function testEventData(resource: ResourceType, data: Readonly<Record<string, unknown>>): object | undefined {
  const names = Object.keys(data);
  if (names.length === 1 && names[0] === resource) return isObject(data[resource]) ? data : undefined;
  if (names.some((name) => name in CHANGES)) return undefined;
  return names.some((name) => RESOURCE_FIELDS[resource].includes(name)) ? { [resource]: data } : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
