import { Metrics } from '@payments/observability';
import { aBusiness, anAccount } from '@payments/testing';
import type { ApiClient, Answer } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const BORN = '1985-04-12';
const NUMBER = '1234567890';

const aPerson = (customer_reference_id: string) => ({
  ...{ customer_reference_id, first_name: 'Ada', last_name: 'Read', date_of_birth: BORN },
  social_security_number: '123-45-6789',
  addresses: [{ type: 'home', address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' }],
});

describe('reads of sealed values', () => {
  let service: TestService;
  let client: ApiClient;
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(() => service.stop());

  const made = async (url: string, body: object): Promise<string> => {
    const [resource] = Object.values((await client.post(url, body)).body) as [{ id: string }];
    return resource.id;
  };
  const failures = async (field: string): Promise<number> => {
    const counter = service.api.get(Metrics).registry.getSingleMetric('payments_sealed_field_failures_total');
    return (await counter?.get())?.values.find(({ labels }) => labels['field'] === field)?.value ?? 0;
  };
  /** Puts what is sealed in one row into the other. */
  const move = (table: string, column: string, [from, to]: readonly [string, string]) =>
    service.database.query(
      `UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} WHERE id = $1) WHERE id = $2`,
      [from, to],
    );

  const sealed = [
    {
      ...{ url: '/deliver/persons', table: 'customers.persons', column: 'date_of_birth', secret: BORN },
      twoOf: async () =>
        [await made('/deliver/persons', aPerson('a')), await made('/deliver/persons', aPerson('b'))] as const,
    },
    {
      ...{
        url: '/deliver/external/accounts',
        table: 'accounts.external_accounts',
        column: 'account_number',
        secret: NUMBER,
      },
      twoOf: async () => {
        await client.post('/deliver/businesses', aBusiness({ customer_reference_id: 'c' }));
        const account = () => made('/deliver/external/accounts', anAccount({ customer_reference_id: 'c' }));
        return [await account(), await account()] as const;
      },
    },
  ];

  it.each(sealed)('of $url return and count an error, without data, once a value moved', async (each) => {
    const { url, table, column, secret, twoOf } = each;
    const ids = await twoOf();
    expect((await client.get(url)).text).toContain(secret);
    const before = await failures(`${table}.${column}`);
    await move(table, column, ids);
    const responses: Answer[] = [await client.get(`${url}/${ids[1]}`), await client.get(url)];
    for (const { status, body, text } of responses) {
      expect([status, body['error_code']]).toEqual([500, 'internal_server_error']);
      expect(text).not.toContain(secret);
    }
    expect(await failures(`${table}.${column}`)).toBe(before + 2);
    expect((await client.get(`${url}/${ids[0]}`)).text).toContain(secret);
  });

  it('do not decrypt values that no response shows', async () => {
    const persons = [
      await made('/deliver/persons', aPerson('a')),
      await made('/deliver/persons', aPerson('b')),
    ] as const;
    await move('customers.persons', 'social_security_number', persons);
    const businesses = [
      await made('/deliver/businesses', aBusiness()),
      await made('/deliver/businesses', aBusiness()),
    ] as const;
    await move('customers.businesses', 'tax_id', businesses);
    const urls = ['/deliver/persons', '/deliver/businesses'];
    urls.push(`/deliver/persons/${persons[1]}`, `/deliver/businesses/${businesses[1]}`);
    for (const url of urls) expect([url, (await client.get(url)).status]).toEqual([url, 200]);
    const removal = await client.send('PATCH', `/deliver/persons/${persons[1]}`, { payload: { middle_name: 'Q' } });
    expect(removal.status).toBe(500);
  });

  it('show the same of a resource whether it is created, read or listed', async () => {
    await client.post('/deliver/businesses', aBusiness({ customer_reference_id: 'c' }));
    const extra = { middle_name: 'Q', contacts: [{ type: 'phone', value: '2125550100' }], metadata: { a: 1 } };
    const address = { ...aPerson('p').addresses[0], address2: 'Unit 5' };
    const bodies: [string, object][] = [
      ['/deliver/persons', { ...aPerson('p'), ...extra, addresses: [address] }],
      ['/deliver/persons', aPerson('q')],
      [
        '/deliver/businesses',
        aBusiness({ business_name: 'North', entity_type: 'c_corporation', incorporation_date: '1999-01-02' }),
      ],
      ['/deliver/external/accounts', anAccount({ customer_reference_id: 'c', metadata: { a: true } })],
    ];
    for (const [url, body] of bodies) {
      const [created] = Object.values((await client.post(url, body)).body) as [{ id: string }];
      expect(Object.values((await client.get(`${url}/${created.id}`)).body)).toEqual([created]);
      const [listed] = Object.values((await client.get(`${url}?size=1`)).body);
      expect(listed).toEqual([created]);
      expect(created).not.toHaveProperty('status_reasons');
    }
  });
});
