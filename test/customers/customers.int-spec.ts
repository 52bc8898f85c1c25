import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import type { Answer, ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

let persons = 0;

type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

const kinds = [
  {
    kind: 'person',
    path: '/deliver/persons',
    make: (overrides: object = {}) => aPerson({ first_name: 'Zoë', last_name: 'O’Neill-Fernández', ...overrides }),
  },
  { kind: 'business', path: '/deliver/businesses', make: aBusiness },
];

describe('customers and accounts', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    client = await service.client();
  });
  afterAll(() => service.stop());

  const resource = (response: Answer) => Object.values(response.body)[0] as Resource;
  const codes = (responses: readonly Answer[]) => [...new Set(responses.map(({ body }) => body['error_code']))].sort();
  const untilVerdict = (path: string, id: string) =>
    eventually(`a verdict on ${path}/${id}`, async () => {
      const found = resource(await client.get(`${path}/${id}`));
      return found.status !== 'created' && found;
    });

  describe.each(kinds)('a $kind', ({ kind, path, make }) => {
    it('is created at once and verified within seconds', async () => {
      const created = await client.post(path, make());
      expect([created.status, resource(created).status]).toEqual([200, 'created']);
      expect((await untilVerdict(path, resource(created).id)).status).toBe('verified');
    });

    it('keeps its reference to itself, also among twenty at once and the other kind', async () => {
      const body = make();
      const responses = await Promise.all(Array.from({ length: 20 }, () => client.post(path, body)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(codes(responses.filter(({ status }) => status !== 200))).toEqual(['duplicate_customer_reference_id']);
      const other = kinds.find((candidate) => candidate.kind !== kind)!;
      const twin = other.make({ customer_reference_id: body['customer_reference_id'] });
      expect((await client.post(other.path, twin)).body['error_code']).toBe('duplicate_customer_reference_id');
    });

    it('cannot take the name of the enterprise for its reference', async () => {
      const body = make({ customer_reference_id: client.credentials.enterprise_name });
      expect((await client.post(path, body)).body['error_code']).toBe('duplicate_customer_reference_id');
    });

    it('is replaced as a whole, but keeps its reference', async () => {
      const body = make();
      const { id } = resource(await client.post(path, { ...body, metadata: { a: '1' } }));
      const replaced = await client.put(`${path}/${id}`, body);
      expect(replaced.status).toBe(200);
      expect(resource(replaced)).not.toHaveProperty('metadata');
      const renamed = await client.put(`${path}/${id}`, { ...body, customer_reference_id: 'another' });
      expect(renamed.body['error_code']).toBe('invalid_customer_reference_id');
      expect((await client.put(`${path}/${crypto.randomUUID()}`, body)).body['error_code']).toBe('unknown_id');
    });

    it('loses no update to another at the same time', async () => {
      const body = make();
      const { id } = resource(await client.post(path, body));
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, i) => client.put(`${path}/${id}`, { ...body, metadata: { i } })),
      );
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      const [row] = await service.database.query<{ version: number }>(
        `SELECT version FROM customers.${path.split('/')[2]} WHERE id = $1`,
        [id],
      );
      expect(row?.version).toBeGreaterThanOrEqual(11);
    });

    it('shares its phone number with two others at most', async () => {
      const phone = `415555${String(1000 + ++persons).slice(-4)}`;
      const contacts = [{ type: 'phone', value: phone }];
      const responses = await Promise.all(Array.from({ length: 10 }, () => client.post(path, make({ contacts }))));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(codes(responses.filter(({ status }) => status !== 200))).toEqual(['invalid_phone_value']);
    });
  });

  it.each([
    ['created person', 'created'],
    ['rejected person', 'rejected'],
    ['restricted person', 'restricted'],
    ['closed person', 'closed'],
  ])('the person %s ends up %s', async (name, status) => {
    const [first_name, last_name] = name.split(' ');
    const { id } = resource(await client.post('/deliver/persons', aPerson({ first_name, last_name })));
    if (status !== 'created') return expect((await untilVerdict('/deliver/persons', id)).status).toBe(status);
    await eventually('the verdict passed', async () => {
      const tasks = await service.database.query(`SELECT FROM platform.tasks WHERE subject_id = $1`, [id]);
      return tasks.length === 0;
    });
    expect(resource(await client.get(`/deliver/persons/${id}`)).status).toBe('created');
  });

  it('a person whose name changes is verified again, with an event', async () => {
    const body = aPerson();
    const { id } = resource(await client.post('/deliver/persons', body));
    await untilVerdict('/deliver/persons', id);
    const changed = await client.put(`/deliver/persons/${id}`, { ...body, first_name: 'Chloé' });
    expect(resource(changed).status).toBe('created');
    await untilVerdict('/deliver/persons', id);
    const events = await service.database.query<{ type: string; sequence: number }>(
      `SELECT type, sequence FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(events).toEqual(
      ['person_created', 'person_verified', 'person_unverified', 'person_verified'].map((type, index) => ({
        type,
        sequence: index + 1,
      })),
    );
  });

  it('an account belongs to an open customer of the named kind', async () => {
    const business = aBusiness();
    await client.post('/deliver/businesses', business);
    const account = anAccount({ customer_reference_id: business['customer_reference_id'] });
    const wrongKind = await client.post('/deliver/external/accounts', { ...account, customer_resource_type: 'person' });
    const unknown = await client.post('/deliver/external/accounts', { ...account, customer_reference_id: 'nobody' });
    expect(codes([wrongKind, unknown])).toEqual(['invalid_customer_reference_id']);
    const opened = await client.post('/deliver/external/accounts', { ...account, account_number: '12-34-56' });
    expect(resource(opened)['account_number']).toBe('12-34-56');
    expect((await untilVerdict('/deliver/external/accounts', resource(opened).id)).status).toBe('verified');
  });

  it('an enterprise may want every account of a customer once', async () => {
    const strict = await service.client({ uniqueAccountDetails: true });
    const business = aBusiness();
    await strict.post('/deliver/businesses', business);
    const { customer_reference_id } = business;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => strict.post('/deliver/external/accounts', anAccount({ customer_reference_id }))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(codes(refused)).toEqual(['duplicate_account_details']);
    expect(refused[0]?.body['details']).toEqual({
      customer_resource_type: 'business',
      customer_reference_id,
      customer_resource_id: expect.any(String),
      external_account_id: expect.any(String),
    });
  });

  it('nothing that must be sealed stands in the database in clear', async () => {
    await client.post('/deliver/persons', aPerson());
    const rows = await service.database.query<{ text: string }>(
      `SELECT row_to_json(t)::text AS text FROM customers.persons t UNION ALL
       SELECT row_to_json(t)::text FROM customers.businesses t UNION ALL
       SELECT row_to_json(t)::text FROM accounts.external_accounts t UNION ALL
       SELECT row_to_json(t)::text FROM accounts.account_details t UNION ALL
       SELECT row_to_json(t)::text FROM platform.events t`,
    );
    const everything = rows.map(({ text }) => text).join('\n');
    expect(everything).toContain('Zoë');
    for (const secret of ['123-45-6789', '123456789', '1985-04-12', '1234567890']) {
      expect(everything).not.toContain(secret);
    }
  });
});
