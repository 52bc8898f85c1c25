import { aBusiness, anAccount } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const address = { address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
const contacts = [
  { type: 'phone', value: '2125550100' },
  { type: 'email', value: 'ada@example.com' },
];
const common = { customer_reference_id: 'c', contacts, metadata: { one: 1, two: true } };
const business = aBusiness({ ...common, business_name: 'Northwind', incorporation_date: '1999-01-02' });
const person = {
  ...common,
  ...{ first_name: 'Ada', last_name: 'Byron', date_of_birth: '1975-12-10', social_security_number: '123-45-6789' },
  addresses: [{ type: 'home', ...address }],
};
const account = anAccount({ customer_reference_id: 'c', metadata: { one: 1, two: true } });

describe('a change that changes nothing', () => {
  let service: TestService;
  let client: ApiClient;
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(() => service.stop());

  it.each<[string, Record<string, unknown>]>([
    ['/deliver/persons', person],
    ['/deliver/businesses', business],
    ['/deliver/external/accounts', account],
  ])('of %s returns the resource; version, time, events and tasks stay as they are', async (path, body) => {
    if (path.includes('accounts')) await client.post('/deliver/businesses', business);
    const [created] = Object.values((await client.post(path, body)).body) as [{ id: string }];
    const rows = () =>
      service.database.query(
        `SELECT (SELECT count(*)::int FROM platform.events WHERE resource_id = $1) AS events,
           (SELECT count(*)::int FROM platform.tasks WHERE subject_id = $1) AS tasks,
           (SELECT max(version) FROM (
              SELECT id, version FROM customers.persons UNION ALL SELECT id, version FROM customers.businesses
              UNION ALL SELECT id, version FROM accounts.external_accounts) AS all_rows WHERE id = $1) AS version`,
        [created.id],
      );
    const before = await rows();
    const one = `${path}/${created.id}`;
    for (const [method, url, payload] of [
      ['PATCH', one, {}],
      ['PATCH', one, { nobody: 'knows me' }],
      ['PATCH', one, body],
      ['PUT', one, body],
      ['PUT', path, body],
    ] as const) {
      const response = await client.send(method, url, { payload });
      expect([response.status, Object.values(response.body)]).toEqual([200, [created]]);
      expect(await rows()).toEqual(before);
    }
    const changed = await client.send('PATCH', one, { payload: { metadata: { one: 2, two: true } } });
    expect(Object.values(changed.body)).not.toEqual([created]);
    expect(await rows()).toEqual([{ ...(before[0] as object), version: 2 }]);
  });

  it('is refused of a closed resource all the same', async () => {
    const [{ id }] = Object.values((await client.post('/deliver/persons', person)).body) as [{ id: string }];
    await client.send('DELETE', `/deliver/persons/${id}`);
    const response = await client.send('PATCH', `/deliver/persons/${id}`, { payload: {} });
    expect([response.status, response.body['error_code']]).toEqual([400, 'resource_closed']);
  });
});
