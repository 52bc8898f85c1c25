import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCE_FIELDS } from './resource-fields.table.js';
import { testEventData } from './test-event-data.js';

describe('testEventData', () => {
  it('keeps data that already has the shape of an event', () => {
    expect(testEventData('transfer', { transfer: { status: 'completed' } })).toEqual({
      transfer: { status: 'completed' },
    });
    expect(testEventData('person', { person: {} })).toEqual({ person: {} });
  });

  it('puts a bare resource under its key, fields of other versions included', () => {
    expect(testEventData('transfer', { id: 'x', subledger_id: 'y' })).toEqual({
      transfer: { id: 'x', subledger_id: 'y' },
    });
    expect(testEventData('external_account', { status: 'verified' })).toEqual({
      external_account: { status: 'verified' },
    });
  });

  it.each<object>([
    {},
    { foo: 'bar' },
    { person: { id: 'x' } },
    { transfer: { id: 'x' }, person: { id: 'y' } },
    { transfer: { id: 'x' }, id: 'y' },
    { transfer: 'x' },
    { transfer: null },
    { transfer: [{ id: 'x' }] },
    { toString: 'x' },
  ])('rejects %j for a transfer event', (data) => {
    expect(testEventData('transfer', data as Record<string, unknown>)).toBeUndefined();
  });
});

describe('RESOURCE_FIELDS', () => {
  const { components } = JSON.parse(
    readFileSync(join(__dirname, '../../../../docs/reference/openapi.generated.json'), 'utf8'),
  ) as {
    components: { schemas: Record<string, { properties: object }> };
  };

  it.each([
    ['person', 'Person'],
    ['business', 'Business'],
    ['external_account', 'ExternalAccount'],
    ['transfer', 'Transfer'],
  ] as const)('lists the fields of a %s as in the description', (resource, schema) => {
    const described = Object.keys(components.schemas[schema]!.properties);
    expect([...RESOURCE_FIELDS[resource]].sort()).toEqual(described.sort());
  });
});
