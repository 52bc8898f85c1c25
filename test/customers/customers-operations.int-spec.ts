import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import type { Answer, ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;
type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

let phones = 0;

const aPhone = () => ({ type: 'phone', value: `415666${String(1000 + ++phones)}` });
const resource = ({ body }: Answer) => Object.values(body)[0] as Resource;
const list = ({ body }: Answer) => Object.values(body)[0] as Resource[];
const codeOf = ({ status, body }: Answer) => `${status} ${String(body['error_code'])}`;

const kinds = [
  {
    kind: 'person',
    path: '/deliver/persons',
    make: (overrides: Body = {}) => aPerson({ middle_name: 'King', ...overrides }),
    name: 'last_name',
    removable: 'middle_name',
  },
  { kind: 'business', path: '/deliver/businesses', make: aBusiness, name: 'legal_name', removable: 'business_name' },
];

describe('the operations on customers', () => {
  let service: TestService;
  let client: ApiClient;
  let stranger: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    client = await service.client();
    stranger = await service.client();
  });
  afterAll(() => service.stop());

  const patch = (url: string, payload: unknown, by = client) => by.send('PATCH', url, { payload });
  const close = (url: string, by = client) => by.send('DELETE', url);
  const eventsOf = (id: string) =>
    service.database.query<{ type: string; sequence: number }>(
      `SELECT type, sequence FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
      [id],
    );
  const untilVerdict = (url: string) =>
    eventually(`a verdict on ${url}`, async () => {
      const found = resource(await client.get(url));
      return found.status !== 'created' && found;
    });
  const untilPublished = (id: string) =>
    eventually(`no task for ${id}`, async () => {
      const tasks = await service.database.query(`SELECT FROM platform.tasks WHERE subject_id = $1`, [id]);
      return tasks.length === 0;
    });

  describe.each(kinds)('on a $kind', ({ kind, path, make, name, removable }) => {
    async function made(
      overrides: Body = {},
    ): Promise<{ readonly body: Body; readonly url: string; readonly id: string }> {
      const body = make(overrides);
      const { id } = resource(await client.post(path, body));
      return { body, id, url: `${path}/${id}` };
    }

    it('replace it by its reference', async () => {
      const { body, id } = await made({ metadata: { a: '1' } });
      const replaced = await client.put(path, { ...body, [name]: 'Byron', metadata: null });
      expect([replaced.status, resource(replaced).id, resource(replaced)[name]]).toEqual([200, id, 'Byron']);
      expect(resource(replaced)).not.toHaveProperty('metadata');
    });

    it('do not find unknown references, or those of another type or enterprise', async () => {
      const other = kinds.find((candidate) => candidate.kind !== kind)!.make();
      await client.post(kind === 'person' ? '/deliver/businesses' : '/deliver/persons', other);
      const { body } = await made();
      const responses = [
        await client.put(path, make({ customer_reference_id: other['customer_reference_id'] })),
        await client.put(path, make({ customer_reference_id: 'nobody' })),
        await stranger.put(path, body),
      ];
      expect(responses.map(codeOf)).toEqual(responses.map(() => '400 invalid_customer_reference_id'));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect(codeOf(await client.put(path, {}))).toBe('400 missing_customer_reference_id');
    });

    it('change only what a patch sends', async () => {
      const phone = aPhone();
      const { url } = await made({ contacts: [phone], metadata: { a: '1' }, [removable]: 'Extra' });
      const before = await untilVerdict(url);
      const { addresses } = before as unknown as { addresses: { id: string; type: string }[] };
      const sent = {
        metadata: { b: true },
        [name]: null,
        contacts: [{ type: 'email', value: 'a@example.com' }],
        addresses: [{ type: addresses[0]?.type, address2: 'Suite 5' }],
      };
      const changed = resource(await patch(url, sent));
      expect(changed).toEqual({
        ...before,
        metadata: { b: true },
        addresses: [{ ...addresses[0], address2: 'Suite 5', updated_at: changed['updated_at'] }],
        contacts: [expect.objectContaining(sent.contacts[0]), expect.objectContaining(phone)],
        updated_at: changed['updated_at'],
      });
      const cleared = resource(await patch(url, { metadata: {}, contacts: [], [removable]: '' }));
      for (const field of ['metadata', 'contacts', removable]) expect(cleared).not.toHaveProperty(field);
      expect([cleared.id, cleared[name]]).toEqual([before.id, before[name]]);
      expect(resource(await client.get(url))).toEqual(cleared);
    });

    it('verify a patched identity again, with events without gaps', async () => {
      const { id, url } = await made();
      await untilVerdict(url);
      expect(resource(await patch(url, { [name]: 'Byron' })).status).toBe('created');
      await untilVerdict(url);
      expect(await eventsOf(id)).toEqual(
        ['created', 'verified', 'unverified', 'verified'].map((what, index) => ({
          type: `${kind}_${what}`,
          sequence: index + 1,
        })),
      );
    });

    it('refuse a patch that breaks a rule, and change nothing then', async () => {
      const { url } = await made();
      const before = await untilVerdict(url);
      expect(codeOf(await patch(url, { customer_reference_id: 'other' }))).toBe('400 invalid_customer_reference_id');
      expect(codeOf(await patch(url, { [name]: '' }))).toBe(`400 invalid_${name}`);
      expect(codeOf(await patch(url, { addresses: [{ city: 'Reno' }] }))).toBe('400 missing_addresses_type');
      expect(resource(await client.get(url))).toEqual(before);
    });

    it('lose no patch to another at the same time', async () => {
      const { url, id } = await made({ contacts: [aPhone()] });
      await untilVerdict(url);
      const parts: Body[] = [
        { metadata: { a: 1 } },
        { [name]: 'Byron' },
        { [removable]: 'Extra' },
        { contacts: [{ type: 'email', value: 'a@example.com' }] },
        { contacts: [aPhone()] },
      ];
      const responses = await Promise.all(parts.map((part) => patch(url, part)));
      expect(responses.map(({ status }) => status)).toEqual(parts.map(() => 200));
      const after = await untilVerdict(url);
      expect(after).toMatchObject({ metadata: { a: 1 }, [name]: 'Byron', [removable]: 'Extra' });
      expect((after['contacts'] as Body[]).map(({ type }) => type).sort()).toEqual(['email', 'phone']);
      expect((after['contacts'] as Body[]).find(({ type }) => type === 'phone')).toMatchObject(
        (parts[4]?.['contacts'] as Body[])[0]!,
      );
      expect((await eventsOf(id)).map(({ sequence }) => sequence)).toEqual((await eventsOf(id)).map((_, i) => i + 1));
    });

    it('close it permanently, and respond alike to a repeated request', async () => {
      const { id, url, body } = await made();
      await untilVerdict(url);
      const closed = await close(url);
      expect(resource(closed)).toMatchObject({ status: 'closed', closed_at: resource(closed)['updated_at'] });
      const again = await close(url);
      expect([again.status, again.text, (await client.get(url)).text]).toEqual([200, closed.text, closed.text]);
      const updates = [await client.put(url, body), await client.put(path, body), await patch(url, {})];
      expect(updates.map(codeOf)).toEqual(updates.map(() => '400 resource_closed'));
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
        `${kind}_created`,
        `${kind}_verified`,
        `${kind}_closed`,
      ]);
      expect(codeOf(await client.post(path, body))).toBe('400 duplicate_customer_reference_id');
    });

    it('close it once among ten at once', async () => {
      const { id, url } = await made();
      await untilVerdict(url);
      const responses = await Promise.all(Array.from({ length: 10 }, () => close(url)));
      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await eventsOf(id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    });

    it('let a close and updates meet in any order', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, url, body } = await made();
        const updates = [
          client.put(url, { ...body, [name]: 'Byron' }),
          patch(url, { metadata: { round } }),
          close(url),
          patch(url, { [removable]: 'Extra' }),
          client.put(path, { ...body, metadata: { round } }),
        ];
        const responses = await Promise.all(updates);
        for (const response of responses) expect(['200 undefined', '400 resource_closed']).toContain(codeOf(response));
        expect(resource(await client.get(url)).status).toBe('closed');
        await untilPublished(id);
        expect(resource(await client.get(url)).status).toBe('closed');
        const events = await eventsOf(id);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        expect(events.at(-1)?.type).toBe(`${kind}_closed`);
      }
    });

    it('name the phone number that three share already, and free one by a close', async () => {
      const phone = aPhone();
      const holders = [
        await made({ contacts: [phone] }),
        await made({ contacts: [phone] }),
        await made({ contacts: [phone] }),
      ];
      const contacts = [{ type: 'email', value: 'a@example.com' }, phone];
      const fourth = make({ contacts });
      const refused = await client.post(path, fourth);
      expect(codeOf(refused)).toBe('400 invalid_phone_value');
      const errorAt = (index: number) => ({
        errors: [{ field: `contacts[${index}].value`, error_code: 'invalid_phone_value', message: expect.any(String) }],
      });
      expect(refused.body['details']).toEqual(errorAt(1));
      const other = await made({ contacts: [{ type: 'email', value: 'b@example.com' }] });
      expect((await patch(other.url, { contacts: [phone] })).body['details']).toEqual(errorAt(0));
      expect((await client.put(other.url, { ...other.body, contacts })).body['details']).toEqual(errorAt(1));
      await close(holders[1]!.url);
      expect((await client.post(path, fourth)).status).toBe(200);
      expect(codeOf(await patch(other.url, { contacts: [phone] }))).toBe('400 invalid_phone_value');
    });

    it('give a stranger the bytes of an unknown id', async () => {
      const { url, body } = await made();
      const nowhere = `${path}/${crypto.randomUUID()}`;
      const asked = [
        (at: string) => stranger.get(at),
        (at: string) => stranger.put(at, body),
        (at: string) => patch(at, { metadata: { a: 1 } }, stranger),
        (at: string) => close(at, stranger),
        (at: string) => stranger.get(`${at}/external/accounts`),
      ];
      for (const ask of asked) {
        const responses = [await ask(url), await ask(nowhere), await ask(`${path}/1`)];
        expect(responses.map(codeOf)).toEqual(responses.map(() => '404 unknown_id'));
        expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      }
    });

    it('list by time, status and reference, page by page', async () => {
      const own = await service.client();
      const bodies = Array.from({ length: 5 }, () => make());
      const found: Resource[] = [];
      for (const body of bodies) {
        found.unshift(resource(await own.post(path, body)));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const ids = found.map(({ id }) => id);
      await close(`${path}/${ids[1]}`, own);
      await close(`${path}/${ids[3]}`, own);
      const idsOf = async (query: string) => list(await own.get(`${path}?${query}`)).map(({ id }) => id);
      const times = found.map((each) => String(each['created_at']));
      expect(await idsOf(`start_time=${times[3]}&end_time=${times[1]}`)).toEqual([ids[2], ids[3]]);
      expect(await idsOf('status=closed')).toEqual([ids[1], ids[3]]);
      expect(await idsOf('status=closed&status=created&status=verified')).toEqual(ids);
      expect(await idsOf(`customer_reference_id=${String(bodies[4]?.['customer_reference_id'])}`)).toEqual([ids[0]]);
      expect(await idsOf('customer_reference_id=nobody')).toEqual([]);
      expect(await idsOf(`status=closed&index=1&size=1`)).toEqual([ids[3]]);
      const first = await own.get(`${path}?status=closed&size=1&start_time=${times[4]}`);
      const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1];
      expect(next).toContain('status=closed');
      const last = await own.get(next!);
      expect(list(last).map(({ id }) => id)).toEqual([ids[3]]);
      expect(last.headers).not.toHaveProperty('link');
      for (const [field, value] of Object.entries({ start_time: 'now', end_time: '1', status: 'open' })) {
        expect(codeOf(await own.get(`${path}?${field}=${value}`))).toBe(`400 invalid_${field}`);
      }
      expect(
        list(await stranger.get(`${path}?customer_reference_id=${String(bodies[0]?.['customer_reference_id'])}`)),
      ).toEqual([]);
    });

    it('list its accounts, and no others', async () => {
      const { url, body } = await made();
      const { customer_reference_id } = body;
      const empty = await client.get(`${url}/external/accounts`);
      expect(empty.body).toEqual({ external_accounts: [] });
      const accounts: Resource[] = [];
      for (let count = 0; count < 3; count++) {
        const account = anAccount({ customer_reference_id, customer_resource_type: kind });
        accounts.unshift(resource(await client.post('/deliver/external/accounts', account)));
      }
      const ids = accounts.map(({ id }) => id);
      const page = await client.get(`${url}/external/accounts?size=2`);
      expect(list(page).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
      expect(list(await client.get(next!)).map(({ id }) => id)).toEqual(ids.slice(2));
      await close(url);
      expect(list(await client.get(`${url}/external/accounts`)).map(({ id }) => id)).toEqual(ids);
      expect(codeOf(await client.get(`${url}/external/accounts?size=x`))).toBe('400 invalid_size');
      const other = kind === 'person' ? 'businesses' : 'persons';
      const elsewhere = url.replace(path, `/deliver/${other}`);
      expect(codeOf(await client.get(`${elsewhere}/external/accounts`))).toBe('404 unknown_id');
    });
  });

  it('a business is completed by patches, but no half of it is kept', async () => {
    const { customer_reference_id, legal_name, tax_id, tax_id_type, addresses } = aBusiness();
    const { id } = resource(await client.post('/deliver/businesses', { customer_reference_id, legal_name }));
    const url = `/deliver/businesses/${id}`;
    expect(codeOf(await patch(url, { tax_id }))).toBe('400 missing_tax_id_type');
    expect(codeOf(await patch(url, { tax_id_type }))).toBe('400 missing_tax_id');
    const half = await patch(url, { addresses: [{ type: 'legal', address1: '1 Main Street' }] });
    expect(
      (half.body['details'] as { errors: Body[] }).errors.map(({ field, error_code }) => [field, error_code]),
    ).toEqual(['city', 'state', 'country', 'zip5'].map((line) => [`addresses[0].${line}`, `missing_${line}`]));
    expect((await patch(url, { tax_id, tax_id_type })).status).toBe(200);
    const whole = resource(await patch(url, { addresses, business_name: ' Acme' }));
    expect(whole).toMatchObject({
      tax_id_type,
      business_name: ' Acme',
      addresses: [expect.objectContaining({ city: 'Austin' })],
    });
  });

  it('an enterprise that wants everything at registration wants it of a patch too', async () => {
    const strict = await service.client({ customerRequirements: 'at_registration' });
    const { id } = resource(await strict.post('/deliver/businesses', aBusiness()));
    const { tax_id, tax_id_type } = aBusiness();
    const url = `/deliver/businesses/${id}`;
    await service.database.query(`UPDATE customers.businesses SET tax_id = NULL, tax_id_type = NULL WHERE id = $1`, [
      id,
    ]);
    expect(codeOf(await patch(url, { metadata: {} }, strict))).toBe('400 missing_tax_id');
    expect((await patch(url, { tax_id, tax_id_type }, strict)).status).toBe(200);
  });

  it('what verification found of a closed customer is dropped', async () => {
    const body = aPerson({ first_name: 'rejected', last_name: 'person' });
    const { id } = resource(await client.post('/deliver/persons', body));
    const closed = await close(`/deliver/persons/${id}`);
    await untilPublished(id);
    const { status } = resource(await client.get(`/deliver/persons/${id}`));
    const types = (await eventsOf(id)).map(({ type }) => type);
    expect([closed.status, status, types.at(-1)]).toEqual([200, 'closed', 'person_closed']);
  });
});
