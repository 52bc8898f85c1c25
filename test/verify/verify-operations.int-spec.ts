import type { ApiClient } from '../support/api-client.js';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { connectionsThatWait } from '../support/held-rows.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A wait for a lock is seen on its own server only');

type Account = Readonly<Record<string, unknown>> & { readonly id: string };

let numbers = 0;

/** Numbers that no other test uses. */
const aRequest = (more: Readonly<Record<string, unknown>> = {}) => ({
  account_number: String(700_000_000 + ++numbers),
  routing_number: '021000021',
  account_holder_name: 'Jane Doe',
  ...more,
});

describe('the operations on verifications', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    client = await service.client();
  });
  afterAll(() => service.stop());

  async function create(more: Readonly<Record<string, unknown>> = {}, as = client): Promise<Account> {
    const response = await as.post('/verify/accounts', aRequest(more));
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.body['account'] as Account;
  }
  const read = async (id: string) => (await client.get(`/verify/accounts/${id}`)).body['account'] as Account;
  const whenDone = (id: string, field = 'verification_status') =>
    eventually(`the ${field}`, async () => {
      const account = await read(id);
      return account[field] !== 'pending' && account;
    });

  it('verify an account by the sandbox, and report it with one event', async () => {
    const { id, ...created } = await create();
    expect(created).toMatchObject({ verification_status: 'pending', type: 'status', routing_number: '021000021' });
    expect(await whenDone(id)).toMatchObject({
      verification_status: 'valid',
      evidence: { provider: 'sandbox', checked_at: expect.any(String) },
    });
    const events = await service.database.query<{ type: string; data: string }>(
      'SELECT type, data FROM platform.events WHERE resource_id = $1',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['verify_account_updated']);
    expect(JSON.parse(events[0]!.data)).toMatchObject({
      account: { id, account_number: expect.stringMatching(/^\*{5}\d{4}$/), verification_status: 'valid' },
    });
  });

  it.each([
    ['closed', { verification_status: 'closed', status_reason: 'closed_account' }],
    ['INVALID', { verification_status: 'invalid', status_reason: 'invalid_account' }],
    ['failed', { verification_status: 'failed' }],
  ])('end as the holder name %s says', async (account_holder_name, expected) => {
    const { id } = await create({ account_holder_name });
    expect(await whenDone(id)).toMatchObject(expected);
  });

  it.each([
    [{ first_name: 'Jane', last_name: 'Doe' }, 'full', { first_name_match: true, last_name_match: true }],
    [{ first_name: 'Jane', last_name: 'partial' }, 'partial', { first_name_match: true, last_name_match: false }],
    [
      { first_name: 'Jane', last_name: 'nomatch', ssn: '6789' },
      'not_a_match',
      { first_name_match: false, last_name_match: false, ssn_match: false },
    ],
    [{ first_name: 'Jane', last_name: 'notfound' }, 'not_found', {}],
  ])('compare the owner %j', async (person, ownership_status, matches) => {
    const { id } = await create({ type: 'status_ownership', person });
    const { ssn: _, ...shown } = person as Record<string, unknown>;
    const account = await whenDone(id, 'ownership_status');
    expect([account['ownership_status'], account['person']]).toEqual([ownership_status, { ...shown, ...matches }]);
    const stored = await service.database.query('SELECT identity_number FROM verify.accounts WHERE id = $1', [id]);
    expect(stored).toEqual([{ identity_number: null }]);
  });

  it('find no owner of an account that is not valid', async () => {
    const person = { first_name: 'Jane', last_name: 'Doe' };
    const { id } = await create({ type: 'control_ownership', person, account_holder_name: 'closed' });
    expect(await whenDone(id)).toMatchObject({ ownership_status: 'not_found', control_status: 'canceled' });
  });

  it('confirm control with the right code, in either case of letters', async () => {
    const { id } = await create({ type: 'control' });
    await whenDone(id);
    const confirm = (statement_code: string) => client.post(`/verify/accounts/${id}/control`, { statement_code });
    const wrong = await confirm('abcd');
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error_code: 'invalid_statement_code', message: expect.any(String), details: null, attempts_remaining: 2 },
    ]);
    expect((await confirm('0000')).body['account']).toMatchObject({ control_status: 'valid' });
    expect((await confirm('zzzz')).status).toBe(200);
  });

  it('judge exactly three of fifty guesses at once', async () => {
    // Two weeks of the sandbox are less than a second, and the guesses may take longer: nothing ends this code.
    const id = await eventually('a code without an end', async () => {
      const created = await create({ type: 'control' });
      await whenDone(created.id);
      await service.database.query(`DELETE FROM platform.tasks WHERE subject_id = $1`, [created.id]);
      return (await read(created.id))['control_status'] === 'pending' && created.id;
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post(`/verify/accounts/${id}/control`, { statement_code: 'WXYZ' })),
    );
    const judged = answers.filter(({ status }) => status === 400).map(({ body }) => body['attempts_remaining']);
    expect(judged.sort()).toEqual([0, 1, 2]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
    expect(await read(id)).toMatchObject({ control_status: 'canceled' });
    const right = await client.post(`/verify/accounts/${id}/control`, { statement_code: '0000' });
    expect([right.status, right.body['error_code']]).toEqual([429, 'too_many_requests']);
  });

  ifOneServer('let guesses of a code wait without a connection to the database', async () => {
    const { id } = await create({ type: 'control' });
    await whenDone(id);
    const guess = () => client.post(`/verify/accounts/${id}/control`, { statement_code: 'WXYZ' });
    const waiting = await connectionsThatWait(service.database, {
      lock: 'SELECT FROM verify.accounts WHERE id = $1 FOR UPDATE',
      values: [id],
      send: () => Promise.all(Array.from({ length: 30 }, guess)),
      other: async () => (await client.get('/deliver/persons')).status === 200,
    });
    // One guess, and perhaps the worker, which ends the code.
    expect(waiting).toBeLessThanOrEqual(2);
  });

  it('refuse the sixth verification of an account in a day, exactly', async () => {
    const request = aRequest();
    const spellings = [request.account_number, request.account_number.replace(/(\d)$/, '-$1')];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.post('/verify/accounts', { ...request, account_number: spellings[index % 2] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(7).fill(429),
    ]);
    const other = await service.client();
    expect((await other.post('/verify/accounts', request)).status).toBe(200);
  });

  it('find the verifications of an account by its number in a body only', async () => {
    const request = aRequest();
    const { id } = (await client.post('/verify/accounts', request)).body['account'] as Account;
    const { account_number, routing_number } = request;
    const found = await client.post('/verify/accounts/search', { account_number, routing_number });
    expect(found.body['accounts']).toMatchObject([{ id }]);
    const inUrl = await client.get(`/verify/accounts?account_number=${account_number}`);
    expect([inUrl.status, inUrl.body['error_code']]).toEqual([400, 'invalid_account_number']);
    const other = await service.client();
    const hidden = await other.post('/verify/accounts/search', { account_number, routing_number });
    expect(hidden.body).toEqual({ accounts: [] });
  });

  it('show no digit of an account number that was erased, do not find it, and do not debit the account', async () => {
    const request = aRequest({ email: 'jane@example.com' });
    const { id } = (await client.post('/verify/accounts', request)).body['account'] as Account;
    await whenDone(id);
    await service.database.query(
      `UPDATE verify.accounts SET account_number = NULL, account_key = NULL, email = NULL, erased_at = now() WHERE id = $1`,
      [id],
    );
    const erased = await read(id);
    expect(erased).toMatchObject({ account_number: '*****', verification_status: 'valid' });
    expect(erased).not.toHaveProperty('email');
    expect((await client.get(`/verify/accounts?id=${id}`)).body['accounts']).toEqual([erased]);
    const { account_number, routing_number } = request;
    const found = await client.post('/verify/accounts/search', { account_number, routing_number });
    expect(found.body).toEqual({ accounts: [] });
    const debit = await client.post(`/verify/accounts/${id}/debits`);
    expect([debit.status, debit.body['error_code']]).toEqual([400, 'account_not_valid']);
  });

  it.each([
    [{ account_number: null }, 'missing_account_number'],
    [{ account_number: '123' }, 'invalid_account_number'],
    [{ routing_number: null }, 'missing_routing_number'],
    [{ routing_number: '12345678' }, 'invalid_routing_number'],
    [{ account_holder_name: null }, 'missing_account_holder_name'],
    [{ account_holder_name: '<b>' }, 'invalid_account_holder_name'],
    [{ type: 'both' }, 'invalid_type'],
    [{ email: 'jane' }, 'invalid_email'],
    [{ sender_name: '' }, 'invalid_sender_name'],
    [{ person: [] }, 'invalid_person'],
    [{ business: 'x' }, 'invalid_business'],
    [{ person: { last_name: 'Doe' } }, 'missing_first_name'],
    [{ person: { first_name: 7, last_name: 'Doe' } }, 'invalid_first_name'],
    [{ person: { first_name: 'Jane' } }, 'missing_last_name'],
    [{ person: { first_name: 'Jane', last_name: ' ' } }, 'invalid_last_name'],
    [{ person: { first_name: 'Jane', last_name: 'Doe', phone_number: '2175550123' } }, 'invalid_phone_number'],
    [{ person: { first_name: 'Jane', last_name: 'Doe', ssn: '678' } }, 'invalid_ssn'],
    [{ business: {} }, 'missing_business_name'],
    [{ business: { business_name: '' } }, 'invalid_business_name'],
    [{ business: { business_name: 'Acme', tax_id: '12-3456789' } }, 'invalid_tax_id'],
    [{ type: 'status_ownership' }, 'invalid_person'],
    [
      {
        type: 'control_ownership',
        person: { first_name: 'Jane', last_name: 'Doe' },
        business: { business_name: 'Acme' },
      },
      'invalid_person',
    ],
    [{ external_account_id: 'x' }, 'invalid_external_account_id'],
  ])('refuse %j with %s', async (more, code) => {
    const { status, body } = await client.post('/verify/accounts', aRequest(more));
    expect([status, body['error_code']]).toEqual([400, code]);
  });

  it('refuse a code that is none, or that nobody has sent', async () => {
    const { id } = await create();
    const confirm = async (body: object, of = id) => {
      const response = await client.post(`/verify/accounts/${of}/control`, body);
      return [response.status, response.body['error_code'], response.body['attempts_remaining']];
    };
    expect(await confirm({})).toEqual([400, 'missing_statement_code', undefined]);
    expect(await confirm({ statement_code: '12345' })).toEqual([400, 'invalid_statement_code', undefined]);
    expect(await confirm({ statement_code: '0000' })).toEqual([400, 'control_not_requested', undefined]);
    expect(await confirm({ statement_code: '0000' }, newId())).toEqual([404, 'unknown_id', undefined]);
    expect(await confirm({ statement_code: '0000' }, 'x')).toEqual([404, 'unknown_id', undefined]);
  });

  it.each(['verification_status', 'ownership_status', 'control_status', 'debit_status', 'id', 'start_time'])(
    'refuse an unknown %s of a list',
    async (name) => {
      const { status, body } = await client.get(`/verify/accounts?${name}=nothing`);
      expect([status, body['error_code']]).toEqual([400, `invalid_${name}`]);
    },
  );

  it('list by each status', async () => {
    const { id } = await create({ type: 'control', account_holder_name: 'closed' });
    await whenDone(id);
    const list = async (query: string) =>
      ((await client.get(`/verify/accounts?id=${id}&${query}`)).body['accounts'] as Account[]).map((each) => each.id);
    expect(await list('verification_status=closed&verification_status=valid')).toEqual([id]);
    expect(await list('control_status=canceled')).toEqual([id]);
    expect(await list('control_status=valid')).toEqual([]);
    expect(await list('ownership_status=full')).toEqual([]);
    expect(await list('debit_status=valid')).toEqual([]);
  });
});
