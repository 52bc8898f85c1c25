import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@payments/kernel';
import { aBusiness, eventually } from '@payments/testing';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from '../support/api-client.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { ReceivedWebhook } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('uuidv7() came with PostgreSQL 18');

type Fields = Record<string, unknown>;

describe('webhook operations', () => {
  let service: TestService;
  let client: ApiClient;
  let receiver: WebhookReceiver;
  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);

  beforeAll(async () => {
    service = await startTestService({ WEBHOOK_RATE: '1000' });
    await service.startWorker();
  });
  beforeEach(async () => {
    client = await service.client();
    receiver = new WebhookReceiver();
    await receiver.listen();
  });
  afterEach(() => receiver.close());
  afterAll(() => service.stop());

  async function configure(overrides: Fields = {}): Promise<string> {
    const body = { event_types: ['business_created'], url: receiver.url, enabled: true, ...overrides };
    const response = await client.post('/webhooks/configurations', body);
    expect(response.status).toBe(200);
    const { id } = response.body['webhook_configuration'] as { id: string };
    await receiver.trust(client, id);
    return id;
  }

  const createBusiness = async (legal_name: string) => {
    const response = await client.post('/deliver/businesses', aBusiness({ legal_name }));
    expect(response.status).toBe(200);
    return (response.body['business'] as { id: string }).id;
  };
  const eventsOf = async (search = '') => (await client.get(`/webhooks/events${search}`)).body['events'] as Fields[];
  const deliveriesOf = async (id: string, search = '') =>
    (await client.get(`/webhooks/configurations/${id}/deliveries${search}`)).body['deliveries'] as Fields[];
  const codeOf = async (method: 'GET' | 'POST', path: string, payload?: unknown) => {
    const { status, body } = await client.send(method, path, { payload });
    return `${status} ${String(body['error_code'])}`;
  };
  const settled = (id: string, count: number) =>
    eventually(`${count} deliveries are settled`, async () => {
      const list = await deliveriesOf(id);
      return list.length === count && list.every(({ attempts }) => (attempts as unknown[]).length > 0) && list;
    });

  describe('the list of events', () => {
    const published = (count: number) =>
      eventually(`${count} events`, async () => {
        const list = await eventsOf('?event_type=business_created');
        return list.length === count && list;
      });

    it('shows every event with its position, oldest first, without any configuration', async () => {
      const id = await createBusiness('Northwind');
      const [event] = await published(1);
      const business = (await client.get(`/deliver/businesses/${id}`)).body['business'] as Fields;
      expect(event).toEqual({
        event_id: expect.any(String),
        event_type: 'business_created',
        created_at: business['created_at'],
        event_data: { business: { ...business, status: 'created', updated_at: business['created_at'] } },
        sequence: 1,
        position: expect.any(Number),
      });
      const read = await client.get(`/webhooks/events/${String(event!['event_id'])}`);
      expect(read.body['event']).toEqual(event);
      const all = await eventsOf();
      const positions = all.map(({ position }) => Number(position));
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    });

    it('continues after a position, page by page', async () => {
      for (const name of ['one', 'two', 'three']) await createBusiness(name);
      const all = await published(3);
      const first = await client.get('/webhooks/events?event_type=business_created&size=2');
      expect(first.body['events']).toEqual(all.slice(0, 2));
      const [, next] = /<(.+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
      expect((await client.get(next!)).body['events']).toEqual(all.slice(2));
      const last = all[2]!['position'] as number;
      expect(await eventsOf(`?after=${last - 1}`)).toContainEqual(all[2]);
      expect(await eventsOf(`?after=${last + 1_000}`)).toEqual([]);
    });

    it('accepts filters', async () => {
      const id = await createBusiness('filtered');
      const [event] = await published(1);
      const at = String(event!['created_at']);
      const later = new Date(Date.parse(at) + 1).toISOString();
      expect(await eventsOf(`?resource_id=${id}&event_type=business_created`)).toEqual([event]);
      expect(await eventsOf(`?resource_id=${newId()}`)).toEqual([]);
      expect(await eventsOf(`?start_time=${at}&end_time=${later}`)).toContainEqual(event);
      expect(await eventsOf(`?end_time=${at}`)).toEqual([]);
    });

    it.each([
      ['after=x', 'invalid_after'],
      ['after=-1', 'invalid_after'],
      ['size=501', 'invalid_size'],
      ['index=x', 'invalid_index'],
      ['start_time=yesterday', 'invalid_start_time'],
      ['end_time=1', 'invalid_end_time'],
      ['event_type=transfer_all', 'invalid_event_type'],
      ['resource_id=x', 'invalid_resource_id'],
    ])('rejects %s', async (search, code) => {
      expect(await codeOf('GET', `/webhooks/events?${search}`)).toBe(`400 ${code}`);
    });

    it('never skips an event that commits late', async () => {
      await query('BEGIN');
      await query(
        `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
         VALUES ($1, '00000000-0000-7000-8000-000000000001', 'business_created', 'business', gen_random_uuid(), 1,
           '{"business":{"legal_name":"late"}}', 'late', now())`,
        [client.credentials.enterprise_id],
      );
      await createBusiness('early');
      const [early] = await published(1);
      await query('COMMIT');
      await published(2);
      const rest = await eventsOf(`?after=${String(early!['position'])}`);
      expect(rest.map(({ event_data }) => event_data)).toContainEqual({ business: { legal_name: 'late' } });
    });
  });

  it('resend an event to its current subscribers with the same body', async () => {
    const id = await configure();
    await createBusiness('again');
    const [delivery] = await settled(id, 1);
    const other = await configure();
    await configure({ event_types: ['transfer_all'] });
    const path = `/webhooks/events/${String(delivery!['event_id'])}/redeliver`;
    const response = await client.post(path);
    expect(response.status).toBe(202);
    const repeated = response.body['deliveries'] as Fields[];
    expect(repeated.map(({ configuration_id }) => configuration_id).sort()).toEqual([id, other].sort());
    await eventually('two more', async () => receiver.received.length === 3);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    await eventually('both attempts are listed', async () => {
      const [again] = await deliveriesOf(id);
      return again!['status'] === 'delivered' && (again!['attempts'] as unknown[]).length === 2;
    });
  });

  describe('the list of deliveries', () => {
    it('shows status, time, error and response start of each attempt', async () => {
      const id = await configure();
      const responses = [
        { status: 500, body: 'x'.repeat(20_000) },
        { status: 200, body: 'thanks for SSN 123-45-6789' },
      ];
      receiver.answer = () => responses[receiver.received.length - 1]!;
      await createBusiness('tried');
      await settled(id, 1);
      await query(`UPDATE webhooks.deliveries SET next_attempt_at = now() WHERE configuration_id = $1`, [id]);
      await query(`UPDATE platform.tasks SET run_at = now() WHERE subject_id = $1`, [id]);
      const [delivery] = await eventually('it is delivered', async () =>
        deliveriesOf(id, '?status=delivered').then((list) => list.length > 0 && list),
      );
      const attempt = { attempted_at: expect.any(String), duration_ms: expect.any(Number) };
      expect(delivery).toEqual({
        id: expect.any(String),
        event_id: receiver.received[0]!.event.event_id,
        event_type: 'business_created',
        configuration_id: id,
        status: 'delivered',
        attempts: [
          { ...attempt, status_code: 500, error: 'http_500', response_body: 'x'.repeat(4_096) },
          { ...attempt, status_code: 200, response_body: 'thanks for SSN 123-45-6789' },
        ],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      const rows = await query<{ row: string }>(`SELECT a::text AS row FROM webhooks.attempts a`);
      expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from('123-45-6789').toString('hex'));
    });

    it('shows the failure class and retry time of an attempt without response', async () => {
      const id = await configure({ url: 'http://127.0.0.1:9/' });
      await createBusiness('refused');
      const [delivery] = await settled(id, 1);
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ error: 'connect' }] });
      const [{ attempted_at }] = delivery!['attempts'] as [{ attempted_at: string }];
      expect(Date.parse(String(delivery!['next_attempt_at']))).toBeGreaterThan(Date.parse(attempted_at));
    });

    it('accepts filters, and continues after an id', async () => {
      const id = await configure({ enabled: false });
      for (const name of ['one', 'two', 'three']) await createBusiness(name);
      const all = await eventually('three', async () => deliveriesOf(id).then((list) => list.length === 3 && list));
      expect(all.map(({ status }) => status)).toEqual(['held', 'held', 'held']);
      expect(await deliveriesOf(id, '?status=held&status=failed')).toEqual(all);
      expect(await deliveriesOf(id, '?status=pending')).toEqual([]);
      expect(await deliveriesOf(id, `?after=${String(all[0]!['id'])}&size=1`)).toEqual([all[1]]);
      expect(await deliveriesOf(id, `?end_time=2020-01-01T00:00:00Z`)).toEqual([]);
      const path = `/webhooks/configurations/${id}/deliveries`;
      expect(await codeOf('GET', `${path}?status=lost`)).toBe('400 invalid_status');
      expect(await codeOf('GET', `${path}?after=x`)).toBe('400 invalid_after');
    });
  });

  it('audit changes of a configuration with actor and values, without secrets', async () => {
    const id = await configure({ url: `${receiver.url}?key=hush` });
    const path = `/webhooks/configurations/${id}`;
    const changed = { event_types: ['transfer_all'], url: receiver.url, enabled: false };
    expect((await client.send('PUT', path, { payload: changed })).status).toBe(200);
    expect((await client.post(`${path}/secret/rotate`)).status).toBe(200);
    expect((await client.send('DELETE', path)).status).toBe(204);
    const rows = await query<{ action: string; actor: string; before: Fields | null; after: Fields | null }>(
      `SELECT action, actor, before, after FROM platform.audit WHERE subject_id = $1 ORDER BY id`,
      [id],
    );
    const first = { event_types: ['business_created'], url: receiver.url, enabled: true };
    const second = changed;
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['webhook_configuration.created', null, first],
      ['webhook_configuration.changed', first, second],
      ['webhook_configuration.secret_rotated', null, second],
      ['webhook_configuration.deleted', second, null],
    ]);
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([client.credentials.client_id]));
    expect(JSON.stringify(rows)).not.toMatch(/hush|whsec/);
  });

  describe('a recovery', () => {
    const recover = (id: string, body: Fields) => client.post(`/webhooks/configurations/${id}/recover`, body);
    const completed = (id: string, recovery: Fields) =>
      eventually('the recovery is completed', async () => {
        const { body } = await client.get(`/webhooks/configurations/${id}/recoveries/${String(recovery['id'])}`);
        const found = body['recovery'] as Fields;
        return found['state'] === 'completed' && found;
      });

    async function failedDeliveries(count: number): Promise<string> {
      const id = await configure({ event_types: ['business_created', 'business_verified'] });
      receiver.answer = () => 500;
      for (let number = 1; number <= count; number++) await createBusiness(`failed ${'x'.repeat(number)}`);
      await settled(id, 2 * count);
      await query(`UPDATE webhooks.deliveries SET status = 'failed' WHERE configuration_id = $1`, [id]);
      receiver.received.length = 0;
      receiver.answer = () => 204;
      return id;
    }

    it('sends failed deliveries again, and shows its progress', async () => {
      const id = await failedDeliveries(2);
      const [newest] = await deliveriesOf(id);
      const started = await recover(id, { since: '2020-01-01T00:00:00Z' });
      expect(started.status).toBe(202);
      expect(started.body['recovery']).toMatchObject({
        configuration_id: id,
        state: 'running',
        status: ['failed', 'pending'],
      });
      const done = await completed(id, started.body['recovery'] as Fields);
      expect(done).toMatchObject({ examined: 4, recovered: 4, created_by: client.credentials.client_id });
      await eventually('all four', async () => receiver.received.length === 4);
      await eventually('all are delivered', async () => (await deliveriesOf(id, '?status=delivered')).length === 4);
      const nothing = await recover(id, { since: newest!['created_at'] });
      expect(await completed(id, nothing.body['recovery'] as Fields)).toMatchObject({ recovered: 0 });
    });

    it('resends what was requested', async () => {
      const id = await failedDeliveries(2);
      const since = '2020-01-01T00:00:00Z';
      const some = await recover(id, { since, event_types: ['business_verified'], status: 'failed' });
      expect(await completed(id, some.body['recovery'] as Fields)).toMatchObject({ examined: 4, recovered: 2 });
      await eventually('both', async () => receiver.ofType('business_verified').length === 2);
      await eventually('both are delivered', async () => (await deliveriesOf(id, '?status=delivered')).length === 2);
      const taken = await recover(id, { since, status: ['delivered'] });
      expect(await completed(id, taken.body['recovery'] as Fields)).toMatchObject({ recovered: 2 });
      await eventually('both again', async () => receiver.received.length === 4);
      expect(receiver.ofType('business_created')).toEqual([]);
    });

    ifOneServer('takes as many steps as it needs', async () => {
      const id = await configure({ enabled: false });
      await query(
        `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at, position)
         SELECT $1, gen_random_uuid(), 'business_created', 'business', gen_random_uuid(), 1, '{}', 'x', now(), 1000 + n
         FROM generate_series(1, 1200) n`,
        [client.credentials.enterprise_id],
      );
      await query(
        `INSERT INTO webhooks.deliveries (enterprise_id, id, event_id, configuration_id, status, created_at, updated_at)
         SELECT e.enterprise_id, uuidv7(), e.id, $2, 'failed', now(), now() FROM platform.events e
         WHERE e.enterprise_id = $1`,
        [client.credentials.enterprise_id, id],
      );
      const started = await recover(id, { since: new Date(Date.now() - 60_000).toISOString() });
      const done = await completed(id, started.body['recovery'] as Fields);
      expect(done).toMatchObject({ examined: 1_200, recovered: 1_200 });
      expect(await deliveriesOf(id, '?status=failed')).toEqual([]);
    });

    it.each([
      [{}, 'missing_since'],
      [{ since: null }, 'missing_since'],
      [{ since: 'yesterday' }, 'invalid_since'],
      [{ since: 7 }, 'invalid_since'],
      [{ since: '2026-01-01T00:00:00Z', event_types: [] }, 'invalid_event_types'],
      [{ since: '2026-01-01T00:00:00Z', event_types: ['x'] }, 'invalid_event_types'],
      [{ since: '2026-01-01T00:00:00Z', status: 'held' }, 'invalid_status'],
      [{ since: '2026-01-01T00:00:00Z', status: [] }, 'invalid_status'],
    ])('rejects %j', async (body, code) => {
      expect(await codeOf('POST', `/webhooks/configurations/${newId()}/recover`, body)).toBe(`400 ${code}`);
    });
  });

  describe('a sample', () => {
    it('is sent at once, even when disabled, and reports the outcome', async () => {
      const id = await configure({ event_types: ['transfer_all'], enabled: false });
      receiver.answer = () => ({ status: 418, body: 'short and stout' });
      const response = await client.post(`/webhooks/configurations/${id}/test`);
      expect([response.status, response.body['test']]).toEqual([
        200,
        {
          event_id: receiver.received[0]!.event.event_id,
          event_type: 'transfer_created',
          delivered: false,
          attempted_at: expect.any(String),
          duration_ms: expect.any(Number),
          status_code: 418,
          error: 'http_418',
          response_body: 'short and stout',
        },
      ]);
      const [{ event, headers, body }] = receiver.received as [ReceivedWebhook];
      expect(event).toMatchObject({ test: true, sequence: 1, event_data: { transfer: { status: 'created' } } });
      const { secret } = (await client.get(`/webhooks/configurations/${id}/secret`)).body as { secret: string };
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      expect(await eventsOf()).toEqual([]);
    });

    it('holds no transaction while the endpoint responds', async () => {
      const id = await configure();
      let end: (status: number) => void = () => undefined;
      receiver.answer = () => new Promise<number>((resolve) => (end = resolve));
      const asked = client.post(`/webhooks/configurations/${id}/test`, { event_type: 'person_closed' });
      await eventually('it is there', async () => receiver.received.length === 1);
      // Rate limits lease their tokens beside the request, in moments of their own.
      await eventually('no transaction is open', async () => {
        const open = await query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        );
        return open.length === 0;
      });
      end(204);
      expect((await asked).body['test']).toMatchObject({ delivered: true, event_type: 'person_closed' });
    });

    it('is rejected with an unknown event type', async () => {
      const id = await configure();
      const path = `/webhooks/configurations/${id}/test`;
      expect(await codeOf('POST', path, { event_type: 'transfer_all' })).toBe('400 invalid_event_type');
    });
  });

  describe('a test event', () => {
    it('is delivered like any event, and marked as a test', async () => {
      const id = await configure();
      const data = { business: { legal_name: 'Invented', amount: 1.5, nested: [1, { a: null }] } };
      const response = await client.post('/webhooks/invoke', { event_type: 'business_created', data });
      expect([response.status, response.body['event']]).toMatchObject([
        201,
        { event_data: data, test: true, sequence: 1 },
      ]);
      await eventually('it is there', async () => receiver.received.length === 1);
      const [{ event, headers, body }] = receiver.received as [ReceivedWebhook];
      expect(event).toMatchObject({ test: true, event_type: 'business_created', event_data: data });
      expect(event.event_id).toBe((response.body['event'] as Fields)['event_id']);
      const { secret } = (await client.get(`/webhooks/configurations/${id}/secret`)).body as { secret: string };
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      expect(await eventsOf()).toMatchObject([{ test: true, event_id: event.event_id }]);
    });

    it('puts a bare resource under its key', async () => {
      await configure({ event_types: ['transfer_updated'] });
      const data = { id: newId(), transfer_reference_id: 'payout-1', amount: 12_500, status: 'failed' };
      const response = await client.post('/webhooks/invoke', { event_type: 'transfer_updated', data });
      expect([response.status, response.body['event']]).toMatchObject([201, { event_data: { transfer: data } }]);
      await eventually('it is there', async () => receiver.received.length === 1);
      const [{ event }] = receiver.received as [ReceivedWebhook];
      expect(event).toMatchObject({ test: true, event_type: 'transfer_updated', event_data: { transfer: data } });
    });

    it.each([
      [{ data: {} }, 'missing_event_type'],
      [{ event_type: 'business_all', data: {} }, 'invalid_event_type'],
      [{ event_type: 'business_created' }, 'missing_data'],
      [{ event_type: 'business_created', data: [] }, 'invalid_data'],
      [{ event_type: 'business_created', data: 'x' }, 'invalid_data'],
      [{ event_type: 'business_created', data: {} }, 'invalid_data'],
      [{ event_type: 'business_created', data: { foo: 1 } }, 'invalid_data'],
      [{ event_type: 'business_created', data: { person: { id: 'x' } } }, 'invalid_data'],
      [{ event_type: 'business_created', data: { business: 'x' } }, 'invalid_data'],
      [{ event_type: 'business_created', data: { business: { id: 'x' }, id: 'x' } }, 'invalid_data'],
      [{ event_type: 'business_created', data: { a: ['\u0000'] } }, 'invalid_data'],
      [{ event_type: 'business_created', data: { '\u202e': 1 } }, 'invalid_data'],
    ])('is rejected as %j', async (body, code) => {
      expect(await codeOf('POST', '/webhooks/invoke', body)).toBe(`400 ${code}`);
    });
  });

  describe('a rotation', () => {
    it('of a secret signs with both, as the standard library verifies', async () => {
      const id = await configure();
      const before = (await client.get(`/webhooks/configurations/${id}/secret`)).body as { secret: string };
      const rotated = await client.post(`/webhooks/configurations/${id}/secret/rotate`);
      expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(rotated.body['secret']).not.toBe(before.secret);
      expect((await client.get(`/webhooks/configurations/${id}/secret`)).body).toEqual(rotated.body);
      await createBusiness('rotated');
      await eventually('it is there', async () => receiver.received.length === 1);
      const [{ body, headers }] = receiver.received as [ReceivedWebhook];
      for (const secret of [before.secret, String(rotated.body['secret'])]) {
        expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      }
    });

    it('of a secret loses none of several concurrent rotations', async () => {
      const id = await configure();
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => client.post(`/webhooks/configurations/${id}/secret/rotate`)),
      );
      const secrets = responses.map(({ body }) => body['secret']);
      expect(new Set(secrets).size).toBe(5);
      expect(secrets).toContain((await client.get(`/webhooks/configurations/${id}/secret`)).body['secret']);
    });

    it('of the key pair signs with the new key, as openssl verifies', async () => {
      await configure();
      const before = (await client.get('/webhooks/secret')).body['enterprise_keypair'] as Fields;
      await createBusiness('before');
      await eventually('the first', async () => receiver.received.length === 1);
      const rotated = (await client.post('/webhooks/secret/rotate')).body['enterprise_keypair'] as Fields;
      expect(rotated['id']).not.toBe(before['id']);
      expect((await client.get('/webhooks/secret')).body['enterprise_keypair']).toEqual(rotated);
      await createBusiness('after');
      await eventually('the second', async () => receiver.received.length === 2);
      const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
      expect(opensslSays(first, String(before['public_key']))).toBe('Verified OK');
      expect(opensslSays(second, String(rotated['public_key']))).toBe('Verified OK');
      expect(opensslSays(second, String(before['public_key']))).toBe('Verification failure');
    });
  });

  it('do not find ids that are unknown or of another enterprise', async () => {
    const id = await configure({ enabled: false });
    await createBusiness('ours');
    const [delivery] = await eventually('a delivery', async () =>
      deliveriesOf(id).then((list) => list.length > 0 && list),
    );
    const recovery = await client.post(`/webhooks/configurations/${id}/recover`, { since: '2020-01-01T00:00:00Z' });
    const { id: recoveryId } = recovery.body['recovery'] as { id: string };
    const stranger = await service.client();
    const paths = (configuration: string, event: string, recovered: string): ['GET' | 'POST', string][] => [
      ['GET', `/webhooks/events/${event}`],
      ['POST', `/webhooks/events/${event}/redeliver`],
      ['GET', `/webhooks/configurations/${configuration}/deliveries`],
      ['POST', `/webhooks/configurations/${configuration}/recover`],
      ['GET', `/webhooks/configurations/${configuration}/recoveries/${recovered}`],
      ['POST', `/webhooks/configurations/${configuration}/test`],
      ['POST', `/webhooks/configurations/${configuration}/secret/rotate`],
    ];
    const ask = (asker: ApiClient, list: ['GET' | 'POST', string][]) =>
      Promise.all(
        list.map(([method, path]) =>
          asker.send(method, path, { payload: method === 'POST' ? { since: '2026-01-01T00:00:00Z' } : undefined }),
        ),
      );
    const missing = await ask(stranger, paths(newId(), newId(), newId()));
    const others = await ask(stranger, paths(id, String(delivery!['event_id']), recoveryId));
    const shapeless = await ask(stranger, paths('x', 'x', 'x'));
    for (const responses of [others, shapeless]) {
      expect(responses.map(({ status, text }) => [status, text])).toEqual(
        missing.map(({ status, text }) => [status, text]),
      );
    }
    expect(new Set(missing.map(({ status, body }) => `${status} ${String(body['error_code'])}`))).toEqual(
      new Set(['404 unknown_id']),
    );
    expect((await stranger.get('/webhooks/events')).body['events']).toEqual([]);
    expect(receiver.received).toEqual([]);
  });
});

/** What `openssl dgst` makes of the header `Signature`. */
function opensslSays({ body, event, headers }: ReceivedWebhook, publicKey: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'payments-openssl-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const signature = file('signature', Buffer.from(String(headers['signature']), 'base64'));
  const key = file('key.pem', publicKey);
  try {
    const args = ['dgst', '-sha256', '-verify', key, '-signature', signature, file('signed', body + event.created_at)];
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch (error) {
    return String((error as { stdout: string }).stdout).trim();
  } finally {
    rmSync(directory, { recursive: true });
  }
}
