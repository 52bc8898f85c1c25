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

  it('masks account numbers, as real events do', () => {
    const account = { account_number: '123-456789', corrections: { account_number: '987654321' } };
    const shown = { account_number: '*****6789', corrections: { account_number: '*****4321' } };
    expect(testEventData('external_account', account)).toEqual({ external_account: shown });
    expect(testEventData('external_account', { external_account: account })).toEqual({ external_account: shown });
  });

  it('leaves out birth dates and government ids, as real events do', () => {
    const secrets = { date_of_birth: '1990-01-01', social_security_number: '123456789', tax_id: '987654321' };
    expect(testEventData('person', { id: 'x', ...secrets })).toEqual({ person: { id: 'x' } });
    expect(testEventData('business', { business: { id: 'x', ...secrets } })).toEqual({ business: { id: 'x' } });
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
    ['verify_account', 'VerifyAccount'],
    ['schedule', 'Schedule'],
  ] as const)('lists the fields of a %s as in the description', (resource, schema) => {
    const described = Object.keys(components.schemas[schema]!.properties);
    expect([...RESOURCE_FIELDS[resource]].sort()).toEqual(described.sort());
  });
});
