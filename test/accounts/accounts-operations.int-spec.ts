import { aBusiness, anAccount, eventually } from '@payments/testing';
import { ApiClient } from '../support/api-client.js';
import type { Answer } from '../support/api-client.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;
type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

const PATH = '/deliver/external/accounts';
const resource = ({ body }: Answer) => Object.values(body)[0] as Resource;
const list = ({ body }: Answer) => Object.values(body)[0] as Resource[];
const codeOf = ({ status, body }: Answer) => `${status} ${String(body['error_code'])}`;

describe('the operations on external accounts', () => {
  let service: TestService;
  let client: ApiClient;
  let stranger: ApiClient;
  let customer_reference_id: string;
  let strangers: string;

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    client = await service.client();
    stranger = await service.client();
    customer_reference_id = await aCustomer(client);
    strangers = await aCustomer(stranger);
  });
  afterAll(() => service.stop());

  const patch = (url: string, payload: unknown, by = client) => by.send('PATCH', url, { payload });
  const close = (url: string, by = client) => by.send('DELETE', url);
  async function aCustomer(by: ApiClient): Promise<string> {
    const body = aBusiness();
    await by.post('/deliver/businesses', body);
    return String(body['customer_reference_id']);
  }
  async function made(overrides: Body = {}, by = client) {
    const body = anAccount({ customer_reference_id, ...overrides });
    const { id } = resource(await by.post(PATH, body));
    return { body, id, url: `${PATH}/${id}` };
  }
  const eventsOf = (id: string) =>
    service.database.query<{ type: string; sequence: number }>(
      `SELECT type, sequence FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
      [id],
    );
  const untilVerdict = (url: string, by = client) =>
    eventually(`a verdict on ${url}`, async () => {
      const found = resource(await by.get(url));
      return found.status !== 'created' && found;
    });
  const untilPublished = (id: string) =>
    eventually(`no task for ${id}`, async () => {
      const tasks = await service.database.query(`SELECT FROM platform.tasks WHERE subject_id = $1`, [id]);
      return tasks.length === 0;
    });

  it('replace one by its reference', async () => {
    const { body, id } = await made({ metadata: { a: '1' } });
    const replaced = await client.put(PATH, { ...body, account_type: 'savings', metadata: null });
    expect([replaced.status, resource(replaced).id, resource(replaced)['account_type']]).toEqual([200, id, 'savings']);
    expect(resource(replaced)).not.toHaveProperty('metadata');
  });

  it('do not find unknown references or those of another enterprise', async () => {
    const { body } = await made();
    const foreign = await stranger.put(PATH, { ...body, customer_reference_id: strangers });
    const unknown = await stranger.put(PATH, anAccount({ customer_reference_id: strangers }));
    expect([codeOf(foreign), foreign.text]).toEqual(['400 unknown_account_reference_id', unknown.text]);
    expect(foreign.body['details']).toMatchObject({ errors: [{ field: 'account_reference_id' }] });
    expect(codeOf(await client.put(PATH, {}))).toBe('400 missing_account_reference_id');
  });

  it('change only the fields of a patch, and verify changed details again', async () => {
    const { id, url } = await made({ metadata: { a: '1' } });
    const before = await untilVerdict(url);
    const changed = resource(await patch(url, { metadata: { b: 2 }, account_holder_name: null }));
    expect(changed).toEqual({ ...before, metadata: { b: 2 }, updated_at: changed['updated_at'] });
    const other = resource(await patch(url, { account_number: '99-8877', metadata: {} }));
    expect(other).toMatchObject({
      status: 'created',
      account_number: '99-8877',
      routing_number: before['routing_number'],
    });
    expect(other).not.toHaveProperty('metadata');
    await untilVerdict(url);
    expect(await eventsOf(id)).toEqual(
      ['created', 'verified', 'unverified', 'verified'].map((what, index) => ({
        type: `external_account_${what}`,
        sequence: index + 1,
      })),
    );
    const versions = await service.database.query(`SELECT FROM accounts.account_details WHERE account_id = $1`, [id]);
    expect(versions).toHaveLength(2);
  });

  it('refuse a patch that breaks a rule, and change nothing then', async () => {
    const { url } = await made();
    const before = await untilVerdict(url);
    expect(codeOf(await patch(url, { account_reference_id: 'x' }))).toBe('400 invalid_account_reference_id');
    expect(codeOf(await patch(url, { customer_reference_id: 'x' }))).toBe('400 invalid_customer_reference_id');
    expect(codeOf(await patch(url, { customer_resource_type: 'person' }))).toBe('400 invalid_customer_reference_id');
    expect(codeOf(await patch(url, { account_holder_name: '' }))).toBe('400 invalid_account_holder_name');
    expect(resource(await client.get(url))).toEqual(before);
  });

  it('patch the account of a closed customer, but give it to no closed one', async () => {
    const body = aBusiness();
    const { id } = resource(await client.post('/deliver/businesses', body));
    const owner = body['customer_reference_id'];
    const { url } = await made({ customer_reference_id: owner });
    const { url: other } = await made();
    await close(`/deliver/businesses/${id}`);
    expect((await patch(url, { metadata: { a: 1 } })).status).toBe(200);
    expect(codeOf(await patch(other, { customer_reference_id: owner }))).toBe('400 invalid_customer_reference_id');
    expect(codeOf(await client.post(PATH, anAccount({ customer_reference_id: owner })))).toBe(
      '400 invalid_customer_reference_id',
    );
    expect((await close(url)).status).toBe(200);
  });

  it('lose no patch to another at the same time', async () => {
    const { id, url } = await made();
    await untilVerdict(url);
    const parts: Body[] = [
      { metadata: { a: 1 } },
      { account_holder_name: 'Ada Lovelace' },
      { account_type: 'savings' },
      { routing_number: '011000028' },
      { account_number: '5544332211' },
    ];
    const responses = await Promise.all(parts.map((part) => patch(url, part)));
    expect(responses.map(({ status }) => status)).toEqual(parts.map(() => 200));
    expect(await untilVerdict(url)).toMatchObject(Object.assign({}, ...parts) as Body);
    const events = await eventsOf(id);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  });

  it('close an account permanently, and respond alike to a repeated request', async () => {
    const { id, url, body } = await made();
    await untilVerdict(url);
    const closed = await close(url);
    expect(resource(closed)).toMatchObject({ status: 'closed', closed_at: resource(closed)['updated_at'] });
    const again = await close(url);
    expect([again.status, again.text, (await client.get(url)).text]).toEqual([200, closed.text, closed.text]);
    const updates = [await client.put(url, body), await client.put(PATH, body), await patch(url, {})];
    expect(updates.map(codeOf)).toEqual(updates.map(() => '400 resource_closed'));
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(
      ['created', 'verified', 'closed'].map((what) => `external_account_${what}`),
    );
    expect(codeOf(await client.post(PATH, body))).toBe('400 duplicate_account_reference_id');
  });

  it('let closes and updates meet in any order', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, url, body } = await made();
      const responses = await Promise.all([
        client.put(url, { ...body, account_type: 'savings' }),
        close(url),
        patch(url, { metadata: { round } }),
        close(url),
        client.put(PATH, { ...body, account_holder_name: 'Ada Lovelace' }),
      ]);
      for (const response of responses) expect(['200 undefined', '400 resource_closed']).toContain(codeOf(response));
      expect(responses[1]?.text).toBe(responses[3]?.text);
      await untilPublished(id);
      expect((await client.get(url)).text).toBe(responses[1]?.text);
      const events = await eventsOf(id);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === 'external_account_closed')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('external_account_closed');
    }
  });

  it('let a customer close or get an account, one after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const body = aBusiness();
      const { id } = resource(await client.post('/deliver/businesses', body));
      const account = anAccount({ customer_reference_id: body['customer_reference_id'] });
      const [closed, opened] = await Promise.all([close(`/deliver/businesses/${id}`), client.post(PATH, account)]);
      expect(closed.status).toBe(200);
      expect(['200 undefined', '400 invalid_customer_reference_id']).toContain(codeOf(opened));
      const { length } = list(await client.get(`/deliver/businesses/${id}/external/accounts`));
      expect(length).toBe(opened.status === 200 ? 1 : 0);
    }
  });

  it('free the details of a closed one, where each account is wanted once', async () => {
    const strict = await service.client({ uniqueAccountDetails: true });
    const owner = { customer_reference_id: await aCustomer(strict) };
    const first = await made(owner, strict);
    const second = await made({ ...owner, account_number: '55556666' }, strict);
    const twin = anAccount(owner);
    expect(codeOf(await strict.post(PATH, twin))).toBe('400 duplicate_account_details');
    const { account_number } = first.body;
    const refused = await patch(second.url, { account_number }, strict);
    expect(codeOf(refused)).toBe('400 duplicate_account_details');
    expect(refused.body['details']).toMatchObject({ external_account_id: first.id });
    await close(first.url, strict);
    expect((await patch(second.url, { account_number }, strict)).status).toBe(200);
    expect(codeOf(await strict.post(PATH, twin))).toBe('400 duplicate_account_details');
    await close(second.url, strict);
    const responses = await Promise.all([strict.post(PATH, twin), strict.post(PATH, anAccount(owner))]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are tried again when the duplicate was closed meanwhile, never reported as one of nothing', async () => {
    const strict = await service.client({ uniqueAccountDetails: true });
    const owner = { customer_reference_id: await aCustomer(strict) };
    const { id } = await made(owner, strict);
    // What the loser of the race sees, made to last: it conflicts, and finds no open account.
    await service.database.query(`UPDATE accounts.external_accounts SET status = 'closed' WHERE id = $1`, [id]);
    expect((await strict.post(PATH, anAccount(owner))).status).toBe(503);
  });

  it('count those of the time before each account was wanted once', async () => {
    const credentials = await service.createEnterprise();
    const admin = await PortalUser.login(service.api, credentials.user);
    const own = await ApiClient.login(service.api, credentials);
    const wantOnce = (unique_account_details: boolean) =>
      admin.send('PATCH', '/portal/settings', { unique_account_details });
    const owner = { customer_reference_id: await aCustomer(own) };
    const twinOf = (account_number: string) => own.post(PATH, anAccount({ ...owner, account_number }));
    const [early, closed, other] = [
      await made({ ...owner, account_number: '1000-0001' }, own),
      await made({ ...owner, account_number: '10000002' }, own),
      await made({ ...owner, account_number: '10000003' }, own),
    ];
    await wantOnce(true);
    const refused = await twinOf('10000001');
    expect(codeOf(refused)).toBe('400 duplicate_account_details');
    expect(refused.body['details']).toMatchObject({ external_account_id: early.id });
    expect(codeOf(await patch(other.url, { account_number: '10000001' }, own))).toBe('400 duplicate_account_details');
    expect((await patch(early.url, { account_holder_name: 'Another Name' }, own)).status).toBe(200);
    await close(closed.url, own);
    expect((await twinOf('10000002')).status).toBe(200);
    const stranger = { customer_reference_id: await aCustomer(own) };
    expect((await own.post(PATH, { ...early.body, ...stranger, account_reference_id: 'strange' })).status).toBe(200);
    await wantOnce(false);
    expect((await patch(other.url, { account_number: '10000004' }, own)).status).toBe(200);
    await wantOnce(true);
    expect(codeOf(await twinOf('10000004'))).toBe('400 duplicate_account_details');
    expect((await twinOf('10000003')).status).toBe(200);
  });

  it('name both references of a new account when both are wrong', async () => {
    const { body } = await made();
    const refused = await client.post(PATH, { ...body, customer_reference_id: 'nobody' });
    expect(codeOf(refused)).toBe('400 duplicate_account_reference_id');
    expect(refused.body['details']).toEqual({
      errors: ['duplicate_account_reference_id', 'invalid_customer_reference_id'].map((error_code) => ({
        field: error_code.replace(/^[a-z]+_/, ''),
        error_code,
        message: expect.any(String),
      })),
    });
    expect(refused.body['message']).toBe((refused.body['details'] as { errors: Body[] }).errors[0]?.['message']);
    const unknown = await client.post(PATH, anAccount({ customer_reference_id: 'nobody' }));
    expect((unknown.body['details'] as { errors: Body[] }).errors).toHaveLength(1);
  });

  it('give a stranger the bytes of an unknown id', async () => {
    const { url, body } = await made();
    const nowhere = `${PATH}/${crypto.randomUUID()}`;
    const asked = [
      (at: string) => stranger.get(at),
      (at: string) => stranger.put(at, body),
      (at: string) => patch(at, { metadata: { a: 1 } }, stranger),
      (at: string) => close(at, stranger),
    ];
    for (const ask of asked) {
      const responses = [await ask(url), await ask(nowhere), await ask(`${PATH}/1`)];
      expect(responses.map(codeOf)).toEqual(responses.map(() => '404 unknown_id'));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    }
    expect(resource(await client.get(url)).status).not.toBe('closed');
  });

  it('list by time, status and references, page by page', async () => {
    const own = await service.client();
    const customers = [await aCustomer(own), await aCustomer(own)];
    const found: Resource[] = [];
    for (let count = 0; count < 5; count++) {
      const account = anAccount({ customer_reference_id: customers[count % 2] });
      found.unshift(resource(await own.post(PATH, account)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const ids = found.map(({ id }) => id);
    await close(`${PATH}/${ids[1]}`, own);
    await close(`${PATH}/${ids[3]}`, own);
    const idsOf = async (query: string) => list(await own.get(`${PATH}?${query}`)).map(({ id }) => id);
    const times = found.map((each) => String(each['created_at']));
    expect(await idsOf(`start_time=${times[3]}&end_time=${times[1]}`)).toEqual([ids[2], ids[3]]);
    expect(await idsOf('status=closed')).toEqual([ids[1], ids[3]]);
    expect(await idsOf('status=closed&status=created&status=verified')).toEqual(ids);
    expect(await idsOf(`customer_reference_id=${customers[0]}`)).toEqual([ids[0], ids[2], ids[4]]);
    expect(await idsOf(`customer_reference_id=${customers[0]}&after=${ids[0]}&size=1`)).toEqual([ids[2]]);
    expect(await idsOf(`customer_reference_id=${customers[0]}&status=closed`)).toEqual([]);
    const reference = String(found[2]?.['account_reference_id']);
    expect(await idsOf(`account_reference_id=${reference}`)).toEqual([ids[2]]);
    const first = await own.get(`${PATH}?status=closed&size=1&customer_reference_id=${customers[1]}`);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1];
    expect(list(await own.get(next!)).map(({ id }) => id)).toEqual([ids[3]]);
    const wrong = {
      start_time: 'now',
      end_time: '1',
      status: 'open',
      account_reference_id: '',
      customer_reference_id: '',
    };
    for (const [field, value] of Object.entries(wrong)) {
      expect(codeOf(await own.get(`${PATH}?${field}=${value}`))).toBe(`400 invalid_${field}`);
    }
    expect(list(await stranger.get(`${PATH}?account_reference_id=${reference}`))).toEqual([]);
  });
});
