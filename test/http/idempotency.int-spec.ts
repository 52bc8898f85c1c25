import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { DAY_MS, newId } from '@payments/kernel';
import { IdempotencyStore } from '@payments/http';
import { workContext } from '@payments/observability';
import { Secrets } from '@payments/persistence';
import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import { Client } from 'pg';
import { describeApplication } from '../../apps/api/src/describe-api.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer(
  'Planted triggers, the limit of a function (ADR 14) and counted statements are those of one server',
);

type Body = Record<string, unknown>;

/** POST operations that keep no response, and why. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  '/deliver/approvals/decide': 'the second time it changes nothing',
  '/deliver/approvals/{id}/approve': 'the second time it changes nothing',
  '/deliver/approvals/{id}/reject': 'the second time it changes nothing',
  '/deliver/eligibility': 'it only looks',
  '/deliver/transfers/preview': 'it only looks',
  '/portal/policies/dry-run': 'it only looks',
  '/deliver/transfers/{id}/cancel': 'it makes nothing, and a second one is told that the first was there',
  '/deliver/bulk-transfers/{id}/submit': 'the second time it changes nothing',
  '/deliver/bulk-transfers/{id}/confirm': 'the second time it changes nothing',
  '/deliver/bulk-transfers/{id}/cancel': 'the second time it changes nothing',
  '/deliver/schedules/rrule': 'it only looks',
  '/deliver/schedules/{id}/pause': 'the second time it changes nothing',
  '/deliver/schedules/{id}/resume': 'the second time it changes nothing',
  '/verify/accounts/search': 'it only looks',
  '/verify/accounts/{id}/control': 'the second time it changes nothing',
  '/verify/accounts/{id}/debits': 'a check that goes on is not repeated',
  '/oauth/token': 'its answer is a secret',
  '/sandbox/clock/advance': 'it makes nothing',
  '/sandbox/reset': 'it makes nothing',
  '/sandbox/transfers/{id}/outcome': 'it makes nothing',
  '/authenticate': 'its answer is a secret',
  '/authenticate/password': 'the second time the link is spent',
  '/refresh': 'its answer is a secret',
  '/portal/session': 'its answer is a token',
  '/portal/session/refresh': 'its answer is a token',
  '/portal/session/mfa': 'its answer is a token',
  '/portal/session/step-up': 'its answer is a token',
  '/portal/me/password': 'its answer is a token',
  '/portal/me/mfa': 'its answer is a secret',
  '/portal/me/mfa/confirm': 'its answer is a token',
  '/portal/clients': 'its answer is a secret',
  '/portal/api-keys': 'its answer is a secret',
  '/portal/users': 'its answer is a secret',
  '/portal/clients/{id}/disable': 'the second time it changes nothing',
  '/portal/api-keys/{id}/revoke': 'the second time it changes nothing',
  '/portal/users/{id}/disable': 'the second time it changes nothing',
  '/portal/users/{id}/enable': 'the second time it changes nothing',
  '/portal/users/{id}/reset': 'its answer is a secret',
  '/portal/users/{id}/link': 'its answer is a secret',
  '/portal/rails/exceptions/{id}/resolve': 'a second one is refused, because the first was there',
  '/portal/rails/files/{id}/hold': 'a second one is refused, because the file is in another state',
  '/portal/rails/files/{id}/release': 'a second one is refused, because the file is in another state',
  '/portal/rails/files/{id}/resubmit': 'a second one is refused, because the file is in another state',
  '/portal/policies': 'a second one is refused, because its name is taken',
  '/portal/limits': 'a second one is refused, because its name is taken',
  '/portal/views': 'a second one is refused, because its name is taken',
  '/webhooks/secret': 'sent again it answers the pair that there is',
  '/webhooks/secret/rotate': 'a pair of keys is never kept in an answer',
  '/webhooks/configurations/{id}/secret/rotate': 'its answer is a secret',
  '/webhooks/configurations/{id}/test': 'it makes nothing, and each answers what happened to it',
  '/webhooks/events/{id}/redeliver': 'it makes nothing, and the second time sends again as asked',
};

const TRANSFERS = '/deliver/transfers';
const PERSONS = '/deliver/persons';

let marks = 0;
const aKey = () => `key ${++marks}`;
/** Where a creation returns a status other than 200. */
const STATUS: Readonly<Record<string, number>> = {
  '/webhooks/invoke': 201,
  '/webhooks/configurations/{id}/recover': 202,
};
const statusOf = (path: string) => STATUS[path] ?? 200;
const codeOf = ({ status, body }: Answer) => `${status} ${String(body['error_code'])}`;
const wasReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

describe('a request with an Idempotency-Key', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let configurationId: string;

  beforeAll(async () => {
    // So few connections that taking a second one while holding one deadlocks.
    service = await startTestService({ DATABASE_POOL_SIZE: '3' });
    client = await service.client();
    party = await registerParty(client);
    const { enterprise_name: customer_reference_id } = client.credentials;
    await client.post('/deliver/subledgers', { subledger_reference_id: 'known', customer_reference_id });
    const hook = { event_types: ['transfer_all'], url: 'http://127.0.0.1:9/', enabled: false };
    const { body } = await client.post('/webhooks/configurations', hook);
    configurationId = (body['webhook_configuration'] as { id: string }).id;
  });
  afterAll(() => service.stop());

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const post = (url: string, payload: unknown, key: string) => client.post(url, payload, { 'idempotency-key': key });
  const postText = (url: string, payload: string, key: string) =>
    client.send('POST', url, {
      payload,
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    });
  const hashOf = (key: string) =>
    service.api.get(Secrets, { strict: false }).nameOf('idempotency-key', `${client.credentials.enterprise_id}|${key}`);
  const rowsOf = (key: string) =>
    query<{ status: number; answer: Buffer; expires_at: Date }>(
      `SELECT status, answer, expires_at FROM platform.idempotency_keys WHERE key_hash = $1`,
      [hashOf(key)],
    );
  const expire = (key: string) =>
    query(`UPDATE platform.idempotency_keys SET expires_at = now() - interval '1 second' WHERE key_hash = $1`, [
      hashOf(key),
    ]);
  const stored = async ({ transfer_reference_id }: Body) =>
    (await query(`SELECT id FROM transfers.transfers WHERE transfer_reference_id = $1`, [transfer_reference_id]))
      .length;

  async function withClient<T>(work: (other: Client) => Promise<T>): Promise<T> {
    const other = new Client({ connectionString: service.database.adminUrl });
    await other.connect();
    try {
      return await work(other);
    } finally {
      await other.end();
    }
  }

  /** Runs `work` while every creation of a transfer is held up in its middle. */
  const withTransfersHeld = <T>(work: () => Promise<T>) =>
    withClient(async (holder) => {
      await holder.query('BEGIN; LOCK TABLE transfers.transfers IN EXCLUSIVE MODE');
      return work();
    });
  const heldTransfer = () =>
    eventually('a transfer is held up', async () => {
      const [row] = await query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%INSERT INTO transfers.transfers%'`,
      );
      return row?.pid;
    });

  const creations: Readonly<Record<string, () => Body>> = {
    [PERSONS]: aPerson,
    '/deliver/businesses': aBusiness,
    '/deliver/external/accounts': () => anAccount({ customer_reference_id: party.customer_reference_id }),
    [TRANSFERS]: () => aPayout(party, { metadata: { z: 1, a: 'é – "x"', 9: true } }),
    '/deliver/bulk-transfers': () => ({ bulk_reference_id: `bulk-${++marks}`, mode: 'each', format: 'csv' }),
    '/deliver/reports/recon': () => ({ start_time: '2026-01-01T05:00:00Z', end_time: '2026-02-01T05:00:00Z' }),
    '/deliver/reports/exports': () => ({
      ...{ resource: 'events', format: 'ndjson', start_time: '2026-01-01T05:00:00Z', end_time: '2026-02-01T05:00:00Z' },
    }),
    '/deliver/reports/statements': () => ({ format: 'bai2', date: '2026-01-31' }),
    '/deliver/schedules': () => ({
      ...{ schedule_reference_id: `schedule-${++marks}`, destination: party, amount: 12_500, currency: 'USD' },
      ...{ speed: 'standard', start_date: '2030-01-01', recurrence: 'FREQ=DAILY' },
    }),
    '/deliver/transfer-groups': () => ({ transfer_group_reference_id: `group-${++marks}` }),
    '/deliver/subledgers': () => ({
      subledger_reference_id: `subledger-${++marks}`,
      customer_reference_id: client.credentials.enterprise_name,
    }),
    '/deliver/booktransfers': () => ({
      ...{ book_transfer_reference_id: `book-${++marks}`, amount: 100, currency: 'USD' },
      destination: { subledger_reference_id: 'known' },
    }),
    '/webhooks/configurations': () => ({ event_types: ['transfer_all'], url: 'http://127.0.0.1:9/', enabled: false }),
    '/verify/accounts': () => ({
      account_number: String(800_000_000 + ++marks),
      routing_number: '021000021',
      account_holder_name: 'Ada Byron',
    }),
    '/sandbox/balance/credit': () => ({ amount: 100 }),
    '/webhooks/invoke': () => ({ event_type: 'transfer_created', data: { transfer: { id: 'x' } } }),
    '/webhooks/configurations/{id}/recover': () => ({ since: '2026-01-01T00:00:00Z' }),
  };
  const urlOf = (path: string) => path.replace('{id}', configurationId);

  it('is supported by every operation that creates, and documented', () => {
    const { paths } = describeApplication(service.api, { baseUrl: 'http://base', vaultUrl: 'http://vault' });
    const posts = Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]));
    const keyed = posts.filter(({ post }) => JSON.stringify(post.parameters).includes('/IdempotencyKey"'));
    expect(keyed.map(({ path }) => path).sort()).toEqual(Object.keys(creations).sort());
    const others = posts.filter((one) => !keyed.includes(one));
    expect(others.map(({ path }) => path).sort()).toEqual(Object.keys(NOT_KEPT).sort());
    for (const { path, post } of keyed) {
      const status = String(statusOf(path));
      expect(post.operationId).toMatch(/^(create|credit|invoke|recover)[A-Z]/);
      expect(post.requestBody).toBeDefined();
      expect(Object.keys(post.responses)).toEqual(expect.arrayContaining([status, '400', '409', '422']));
      expect(JSON.stringify(post.responses[status])).toContain('Idempotent-Replayed');
    }
  });

  describe('that is repeated', () => {
    it.each(Object.keys(creations))('gets the bytes of its first response from POST %s', async (path) => {
      const [url, body, key] = [urlOf(path), creations[path]!(), aKey()];
      const first = await post(url, body, key);
      const again = await post(url, body, key);
      expect([first.status, wasReplayed(first)]).toEqual([statusOf(path), false]);
      expect([again.status, wasReplayed(again)]).toEqual([statusOf(path), true]);
      expect(again.text).toBe(first.text);
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
    });

    it.each(Object.keys(creations))('gets the same response as without a key from POST %s', async (path) => {
      const shape = (response: Answer) =>
        response.text.replaceAll(/"(\w*id|\w+_at|available|account_number)":("[^"]*"|\d+)/g, '"$1":…');
      const bare = await client.post(urlOf(path), creations[path]!());
      const keyed = await post(urlOf(path), creations[path]!(), aKey());
      expect(shape(keyed)).toBe(shape(bare));
      expect([keyed.status, keyed.headers['content-type']]).toEqual([bare.status, bare.headers['content-type']]);
    });

    it('gets the same response after the resource changed and closed', async () => {
      const [body, key] = [aPerson(), aKey()];
      const first = await post(PERSONS, body, key);
      const { id } = first.body['person'] as { id: string };
      expect((await client.put(`${PERSONS}/${id}`, { ...body, first_name: 'Augusta' })).status).toBe(200);
      expect((await client.send('DELETE', `${PERSONS}/${id}`)).status).toBe(200);
      expect((await post(PERSONS, body, key)).text).toBe(first.text);
    });

    it('creates one transfer from 50 concurrent requests with one response', async () => {
      const [body, key] = [aPayout(party), aKey()];
      const responses = await Promise.all(Array.from({ length: 50 }, () => post(TRANSFERS, body, key)));
      // Those that waited for more than a second are asked to retry.
      const done = responses.filter((response) => codeOf(response) !== '409 idempotency_key_in_use');
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([done[0]!.status, done.filter((response) => !wasReplayed(response)).length]).toEqual([200, 1]);
      expect(await stored(body)).toBe(1);
    });

    it('gets 409 with Retry-After while the first request is in progress', async () => {
      const [body, key] = [aPayout(party), aKey()];
      const { first, twin } = await withTransfersHeld(async () => {
        const begun = post(TRANSFERS, body, key);
        await heldTransfer();
        return { first: begun, twin: await post(TRANSFERS, body, key) };
      });
      expect([codeOf(twin), twin.headers['retry-after']]).toEqual(['409 idempotency_key_in_use', '1']);
      expect((await first).status).toBe(200);
      expect((await post(TRANSFERS, body, key)).text).toBe((await first).text);
      expect(await stored(body)).toBe(1);
    });

    it('holds no connection while it waits', async () => {
      const [body, key] = [aPayout(party), aKey()];
      const twins = await withTransfersHeld(async () => {
        const begun = Array.from({ length: 20 }, () => post(TRANSFERS, body, key));
        await heldTransfer();
        const others = await Promise.all(Array.from({ length: 20 }, () => client.get(PERSONS)));
        expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
        return [begun];
      });
      await Promise.all(twins[0]!);
      expect(await stored(body)).toBe(1);
    });

    ifOneServer('waits at most one second for a twin in another process', async () => {
      const [body, key] = [aPayout(party), aKey()];
      await withClient(async (other) => {
        await other.query('BEGIN');
        await other.query(
          `INSERT INTO platform.idempotency_keys (enterprise_id, key_hash, request_hash, expires_at)
           VALUES ($1, $2, '', now() + interval '1 day')`,
          [client.credentials.enterprise_id, hashOf(key)],
        );
        const late = await post(TRANSFERS, body, key);
        expect([codeOf(late), late.headers['retry-after']]).toEqual(['409 idempotency_key_in_use', '1']);
        const waiting = post(TRANSFERS, body, key);
        await eventually('the twin waits', async () => {
          const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%claim_idempotency_key%'`;
          return (await query(waits)).length > 0;
        });
        await other.query('ROLLBACK');
        expect((await waiting).status).toBe(200);
      });
      expect(await stored(body)).toBe(1);
    });

    it('gets 503, not 409, when its work cannot get a lock', async () => {
      const [body, key] = [aPayout(party), aKey()];
      const refused = await withTransfersHeld(() => post(TRANSFERS, body, key));
      expect(codeOf(refused)).toBe('503 service_unavailable');
      expect((await post(TRANSFERS, body, key)).status).toBe(200);
    });
  });

  describe('that reuses the key of a different request', () => {
    const OTHERS: Readonly<Record<string, (body: Body) => [url: string, text: string]>> = {
      'another body': (body) => [PERSONS, JSON.stringify({ ...body, first_name: 'Augusta' })],
      'an additional unknown field': (body) => [PERSONS, JSON.stringify({ ...body, nobody: 1 })],
      'other whitespace': (body) => [PERSONS, JSON.stringify(body, null, 1)],
      'another order of fields': (body) => [
        PERSONS,
        JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
      ],
      'another path': () => ['/deliver/businesses', JSON.stringify(aBusiness())],
    };
    it.each(Object.keys(OTHERS))('is rejected for %s, and creates nothing', async (what) => {
      const [body, key] = [aPerson(), aKey()];
      expect((await post(PERSONS, body, key)).status).toBe(200);
      const [url, text] = OTHERS[what]!(body);
      const before = (await client.get(url)).text;
      expect(codeOf(await postText(url, text, key))).toBe('422 idempotency_key_reused');
      expect((await client.get(url)).text).toBe(before);
      expect(wasReplayed(await post(PERSONS, body, key))).toBe(true);
    });

    it('is independent of the same key of another enterprise', async () => {
      const [body, key, other] = [aPerson(), aKey(), await service.client()];
      const first = await post(PERSONS, body, key);
      const theirs = await other.post(PERSONS, body, { 'idempotency-key': key });
      expect([theirs.status, wasReplayed(theirs)]).toEqual([200, false]);
      expect(theirs.text).not.toBe(first.text);
    });

    it('has its fields validated first', async () => {
      const [body, key] = [aPerson(), aKey()];
      await post(PERSONS, body, key);
      expect(codeOf(await post(PERSONS, { ...body, first_name: 7 }, key))).toBe('400 invalid_first_name');
      expect(codeOf(await post(PERSONS, { ...body, first_name: 7 }, ''))).toBe('400 invalid_first_name');
      expect(codeOf(await postText(PERSONS, '{', key))).toBe('400 invalid_json');
    });

    it('is checked before uniqueness in the database', async () => {
      const [body, key] = [aPerson(), aKey()];
      await post(PERSONS, body, key);
      expect(codeOf(await client.post(PERSONS, body))).toBe('400 duplicate_customer_reference_id');
      expect(codeOf(await postText(PERSONS, JSON.stringify(body, null, 1), key))).toBe('422 idempotency_key_reused');
      expect(codeOf(await post(PERSONS, body, ''))).toBe('400 invalid_idempotency_key');
    });
  });

  describe('that fails', () => {
    it('stores no response, and releases its key', async () => {
      const key = aKey();
      const body = aPayout({ ...party, account_reference_id: 'nobody' });
      const refused = await post(TRANSFERS, body, key);
      expect(codeOf(refused)).toBe('400 invalid_destination_account_reference_id');
      expect(await rowsOf(key)).toEqual([]);
      const other = await post(TRANSFERS, { ...body, destination: party }, key);
      expect([other.status, wasReplayed(other)]).toEqual([200, false]);
    });

    it('releases its key when its connection breaks before the commit', async () => {
      const [body, key] = [aPayout(party), aKey()];
      const broken = await withTransfersHeld(async () => {
        const begun = post(TRANSFERS, body, key);
        await query(`SELECT pg_terminate_backend($1::int)`, [await heldTransfer()]);
        return begun;
      });
      expect(codeOf(broken)).toBe('503 service_unavailable');
      expect([await rowsOf(key), await stored(body)]).toEqual([[], 0]);
      const again = await post(TRANSFERS, body, key);
      expect([again.status, wasReplayed(again), await stored(body)]).toEqual([200, false, 1]);
    });

    ifOneServer('takes effect once when a deadlock repeats its transaction', async () => {
      const [body, key] = [aPayout(party), aKey()];
      await query(`CREATE SEQUENCE public.runs; GRANT ALL ON public.runs TO PUBLIC`);
      await query(`
        CREATE FUNCTION public.fail_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('public.runs') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`);
      await query(
        `CREATE TRIGGER fail_first BEFORE INSERT ON transfers.transfers EXECUTE FUNCTION public.fail_first()`,
      );
      const response = await post(TRANSFERS, body, key);
      const [runs] = await query<{ last_value: string }>('SELECT last_value FROM public.runs');
      await query(`DROP FUNCTION public.fail_first CASCADE`);
      expect([response.status, wasReplayed(response), runs!.last_value]).toEqual([200, false, '2']);
      expect((await post(TRANSFERS, body, key)).text).toBe(response.text);
      expect(await stored(body)).toBe(1);
    });
  });

  describe('whose client disconnected', () => {
    it('completes, and its response is replayed on a retry', async () => {
      const [body, key] = [aPayout(party), aKey()];
      await service.api.listen(0, '127.0.0.1');
      const { port } = service.api.getHttpServer().address() as AddressInfo;
      const payload = JSON.stringify(body);
      const head = Object.entries({ ...client.headers, 'idempotency-key': key, 'content-type': 'application/json' });
      const lines = [
        `POST ${TRANSFERS} HTTP/1.1`,
        'host: x',
        ...head.map(([name, value]) => `${name}: ${value}`),
        `content-length: ${payload.length}`,
      ];
      await withTransfersHeld(async () => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`${lines.join('\r\n')}\r\n\r\n${payload}`);
        await heldTransfer();
        socket.destroy();
      });
      await eventually('the answer is kept', async () => (await rowsOf(key)).length === 1);
      const again = await post(TRANSFERS, body, key);
      expect([again.status, wasReplayed(again), await stored(body)]).toEqual([200, true, 1]);
      const { id } = again.body['transfer'] as { id: string };
      expect((await client.get(`${TRANSFERS}/${id}`)).status).toBe(200);
    });
  });

  describe('the key', () => {
    it.each(['x', 'a b, "c"', '~'.repeat(255)])('can be %j', async (key) => {
      expect((await post(PERSONS, aPerson(), key)).status).toBe(200);
    });

    it.each(['', 'x'.repeat(256), 'caf\u00e9', 'a\tb', '\u007f'])(
      'cannot be %j, which creates nothing',
      async (key) => {
        const body = aPerson();
        expect(codeOf(await post(PERSONS, body, key))).toBe('400 invalid_idempotency_key');
        expect((await client.post(PERSONS, body)).status).toBe(200);
      },
    );

    it('cannot be sent twice', async () => {
      const headers = { ...client.headers, 'idempotency-key': ['one', 'one'] } as unknown as Record<string, string>;
      const twice = await service.api.inject({ method: 'POST', url: PERSONS, headers, payload: aPerson() });
      expect([twice.statusCode, twice.json<Body>()['error_code']]).toEqual([400, 'invalid_idempotency_key']);
    });

    it('runs again once the key has expired, with any body', async () => {
      const [body, key] = [aPerson(), aKey()];
      await post(PERSONS, body, key);
      const [row] = await rowsOf(key);
      expect(Math.round((row!.expires_at.getTime() - Date.now()) / DAY_MS)).toBe(30);
      await expire(key);
      const next = aPerson();
      const first = await post(PERSONS, next, key);
      expect([first.status, wasReplayed(first)]).toEqual([200, false]);
      expect((await post(PERSONS, next, key)).text).toBe(first.text);
      expect(codeOf(await post(PERSONS, body, key))).toBe('422 idempotency_key_reused');
    });

    it('lets one of several twins run once it has expired', async () => {
      const [body, key] = [aPerson(), aKey()];
      await post(PERSONS, aPerson(), key);
      await expire(key);
      const responses = await Promise.all(Array.from({ length: 10 }, () => post(PERSONS, body, key)));
      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(responses.filter((response) => !wasReplayed(response))).toHaveLength(1);
    });

    it('is ignored when nothing is created or a secret is shown', async () => {
      const key = 'x'.repeat(300);
      const headers = { 'idempotency-key': key };
      const { body } = await client.post(PERSONS, aPerson());
      const { id, ...rest } = body['person'] as Body & { id: string };
      const responses = [
        await client.send('GET', `${PERSONS}/${id}`, { headers }),
        await client.send('PATCH', `${PERSONS}/${id}`, { payload: { last_name: rest['last_name'] }, headers }),
        await client.post('/oauth/token', client.credentials, headers),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    });
  });

  it('shares the connection pool with 40 others', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => post(TRANSFERS, aPayout(party), aKey())));
    expect(responses.map(codeOf)).toEqual(Array(40).fill('200 undefined'));
  });

  it('leaves neither response nor key readable in the database', async () => {
    const account = { account_number: '90817263544536', customer_reference_id: party.customer_reference_id };
    const key = `for ${account.account_number}`;
    const { text } = await post('/deliver/external/accounts', anAccount(account), key);
    expect(text).toContain(account.account_number);
    const rows = await query<{ text: string; bytes: string }>(
      `SELECT k::text, encode(answer, 'escape') AS bytes FROM platform.idempotency_keys AS k`,
    );
    const dump = rows.map((row) => `${row.text} ${row.bytes}`).join('\n');
    for (const shown of [account.account_number, 'external_account', key]) {
      expect(dump).not.toContain(shown);
      expect(dump).not.toContain(Buffer.from(shown).toString('hex'));
    }
  });

  it('can have a response of one megabyte of any text', async () => {
    const store = service.api.get(IdempotencyStore, { strict: false });
    const { enterprise_id: enterpriseId } = client.credentials;
    const tenant = { enterpriseId, enterpriseName: '', environment: 'sandbox', settings: {} as never } as const;
    const body = JSON.stringify('é\u{1F600}\ud800\n"'.repeat(100_000));
    const request = { key: aKey(), request: Buffer.of() };
    const ask = () => workContext.run({ requestId: newId(), tenant }, () => store.runIdempotently(request, make));
    const make = () => Promise.resolve({ status: 201, body });
    expect(await ask()).toEqual({ status: 201, body, replayed: false });
    expect(await ask()).toEqual({ status: 201, body, replayed: true });
  });

  ifOneServer('costs a transfer one more statement in the same round trip', async () => {
    const [body, key] = [aPayout(party), aKey()];
    await post(TRANSFERS, body, key);
    const bare = await leastCostOf(() => client.post(TRANSFERS, aPayout(party)));
    const first = await leastCostOf(() => post(TRANSFERS, aPayout(party), aKey()));
    const again = await leastCostOf(() => post(TRANSFERS, body, key));
    expect({ bare, first, again }).toEqual({
      bare: { statements: 3, roundTrips: 1 },
      first: { statements: 4, roundTrips: 1 },
      again: { statements: 7, roundTrips: 2 },
    });
  });

  describe('that has expired', () => {
    const row = (days: number, count = 1) =>
      query(
        `INSERT INTO platform.idempotency_keys (enterprise_id, key_hash, request_hash, status, answer, expires_at)
         SELECT $1, sha256(gen_random_uuid()::text::bytea), '', 200, '', now() + $2 * interval '1 day'
         FROM generate_series(1, $3)`,
        [client.credentials.enterprise_id, days, count],
      );
    const left = async () => (await query(`SELECT FROM platform.idempotency_keys`)).length;

    beforeEach(() => query('DELETE FROM platform.idempotency_keys'));

    it('is deleted by the worker', async () => {
      await row(-1);
      await row(1);
      await service.startWorker();
      await eventually('the expired key is gone', async () => (await left()) === 1);
    });
  });
});

/** Of three times the cheapest: what is cached for some seconds is read again from time to time. */
async function leastCostOf(work: () => Promise<Answer>): Promise<{ statements: number; roundTrips: number }> {
  const costs = [await costOf(work), await costOf(work), await costOf(work)];
  return costs.reduce((least, cost) => (cost.statements < least.statements ? cost : least));
}

/** What the work sends to PostgreSQL, the signal after the commit aside. Statements sent together travel together. */
async function costOf(work: () => Promise<Answer>): Promise<{ statements: number; roundTrips: number }> {
  const send = Client.prototype.query as (this: Client, ...sent: unknown[]) => Promise<unknown> | undefined;
  const cost = { statements: 0, roundTrips: 0 };
  let outstanding = 0;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...sent: unknown[]) {
    const isCounted = !String(sent[0]).startsWith('NOTIFY');
    if (isCounted) {
      cost.statements += 1;
      if (outstanding++ === 0) cost.roundTrips += 1;
    }
    const isAnswered = () => void (outstanding -= Number(isCounted));
    const [statement, ...rest] = sent;
    const callback = rest.pop();
    if (typeof callback === 'function') {
      const heard = (...outcome: unknown[]) => (isAnswered(), callback(...outcome) as unknown);
      return send.call(this, statement, ...rest, heard) as never;
    }
    const answered = send.apply(this, sent);
    answered?.then(isAnswered, isAnswered);
    return answered as never;
  });
  try {
    expect((await work()).status).toBe(200);
    return cost;
  } finally {
    spy.mockRestore();
  }
}
