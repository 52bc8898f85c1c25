import { Metrics } from '@payments/observability';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { RecordRefusals } from '../../libs/portal/src/application/record-refusals.js';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

interface View {
  readonly id: string;
  readonly name: string;
  readonly created_by: string;
}

const URL = 'https://hooks.acme.example/in';
const MINE = ['read:me', 'write:me'];
const VIEW = { page: 'transfers', name: 'Failed today', query: 'status=failed', shared: false };

let service: TestService;
let client: ApiClient;
let stranger: ApiClient;
let admin: PortalUser;
let strangersAdmin: PortalUser;

const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
const codeOf = ({ body }: { body: Body }) => body['error_code'];

/** Another user of the enterprise, with the scopes of a role that only reads and some more. */
async function colleague(name: string, ...scopes: string[]): Promise<PortalUser> {
  expect((await admin.post('/portal/users', { name, role: 'read_only' })).status).toBe(200);
  return PortalUser.of(service.api, client.credentials, { name, scopes: [...MINE, ...scopes] });
}

beforeAll(async () => {
  service = await startTestService(FROZEN);
  await service.startWorker();
  client = await service.client();
  stranger = await service.client();
  admin = await PortalUser.login(service.api, client.credentials.user);
  strangersAdmin = await PortalUser.login(service.api, stranger.credentials.user);
});
afterAll(() => service.stop());

describe('saved views', () => {
  const namesOf = async (user: PortalUser, path = '/portal/views') =>
    ((await user.get(path)).body['views'] as View[]).map(({ name }) => name);
  const save = async (user: PortalUser, view: Body) => (await user.post('/portal/views', view)).body['view'] as View;

  it('are kept as they were saved, until they are replaced or deleted', async () => {
    const content = { ...VIEW, name: "<img src=x onerror=alert(1)> “Ä” '; --", columns: ['amount', 'created'] };
    const view = await save(admin, content);
    expect(view).toMatchObject({ ...content, created_by: client.credentials.user.name });
    expect((await admin.get('/portal/views?page=transfers')).body['views']).toEqual([view]);
    const { body } = await admin.send('PUT', `/portal/views/${view.id}`, { ...VIEW, query: '' });
    expect(body['view']).toMatchObject({ ...VIEW, id: view.id, query: '' });
    expect(body['view']).not.toHaveProperty('columns');
    expect((await admin.get('/portal/views')).body['views']).toEqual([body['view']]);
    expect((await admin.send('DELETE', `/portal/views/${view.id}`)).status).toBe(204);
    expect(codeOf(await admin.send('DELETE', `/portal/views/${view.id}`))).toBe('unknown_id');
    expect(await namesOf(admin)).toEqual([]);
  });

  it('are seen by their user, and by the users of the enterprise if they are shared', async () => {
    const ann = await colleague('ann@acme.example');
    const own = await save(ann, { ...VIEW, name: 'Own' });
    const shared = await save(admin, { ...VIEW, name: 'Shared', shared: true });
    expect(await namesOf(ann)).toEqual(['Own', 'Shared']);
    expect(await namesOf(admin)).toEqual(['Shared']);
    expect(await namesOf(strangersAdmin)).toEqual([]);
    for (const user of [admin, strangersAdmin]) {
      expect(codeOf(await user.send('PUT', `/portal/views/${own.id}`, VIEW))).toBe('unknown_id');
      expect(codeOf(await user.send('DELETE', `/portal/views/${own.id}`))).toBe('unknown_id');
    }
    expect(codeOf(await strangersAdmin.send('DELETE', `/portal/views/${shared.id}`))).toBe('unknown_id');
    expect(await namesOf(ann)).toEqual(['Own', 'Shared']);
  });

  it('are shared, changed while shared, and deleted while shared with write:settings only', async () => {
    const bob = await colleague('bob@acme.example');
    const carl = await colleague('carl@acme.example', 'write:settings');
    const shared = await save(admin, { ...VIEW, name: 'Of all', shared: true });
    const own = await save(bob, { ...VIEW, name: 'Of Bob' });
    expect((await bob.post('/portal/views', { ...VIEW, name: 'Mine', shared: true })).status).toBe(403);
    expect((await bob.send('PUT', `/portal/views/${own.id}`, { ...VIEW, shared: true })).status).toBe(403);
    expect((await bob.send('PUT', `/portal/views/${shared.id}`, VIEW)).status).toBe(403);
    expect((await bob.send('DELETE', `/portal/views/${shared.id}`)).status).toBe(403);
    const changed = await carl.send('PUT', `/portal/views/${shared.id}`, { ...VIEW, name: 'Of us all', shared: true });
    expect(changed.body['view']).toMatchObject({ name: 'Of us all', created_by: client.credentials.user.name });
    expect((await carl.send('DELETE', `/portal/views/${shared.id}`)).status).toBe(204);
  });

  it('have names that a user has once on a page', async () => {
    const dora = await colleague('dora@acme.example');
    await save(dora, { ...VIEW, name: 'One' });
    const two = await save(dora, { ...VIEW, name: 'Two' });
    expect(codeOf(await dora.post('/portal/views', { ...VIEW, name: 'One' }))).toBe('duplicate_name');
    expect(codeOf(await dora.send('PUT', `/portal/views/${two.id}`, { ...VIEW, name: 'One' }))).toBe('duplicate_name');
    expect((await dora.send('PUT', `/portal/views/${two.id}`, { ...VIEW, name: 'Two' })).status).toBe(200);
  });

  it('are 50 of a user at most, however many are saved at once', async () => {
    const eve = await colleague('eve@acme.example');
    const all = Array.from({ length: 55 }, (_, n) => eve.post('/portal/views', { ...VIEW, name: `View ${n}` }));
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['too_many_views']));
    expect(await namesOf(eve)).toHaveLength(50 + (await namesOf(admin)).length);
  });

  it.each([
    [{ page: 'passwords' }, 'invalid_page'],
    [{ name: ' ' }, 'invalid_name'],
    [{ name: 'x'.repeat(61) }, 'invalid_name'],
    [{ name: 'a\u202Eb' }, 'invalid_name'],
    [{ query: 'x'.repeat(2_049) }, 'invalid_query'],
    [{ query: 'status=\nfailed' }, 'invalid_query'],
    [{ columns: ['a"b'] }, 'invalid_columns'],
    [{ columns: Array.from({ length: 31 }, () => 'amount') }, 'invalid_columns'],
    [{ shared: 'yes' }, 'invalid_shared'],
  ])('refuse %j', async (wrong, code) => {
    expect(codeOf(await admin.post('/portal/views', { ...VIEW, ...wrong }))).toBe(code);
  });
});

describe('refused requests', () => {
  const listed = async (path = '/portal/requests', user = admin) => (await user.get(path)).body['requests'] as Body[];
  const refusalsOf = (requestId: string, user = admin) =>
    eventually('the refused request', async () => {
      const found = await listed(`/portal/requests?request_id=${requestId}`, user);
      return found.length > 0 && found;
    });
  const refuse = (requestId: string, url = '/deliver/transfers/secret-id?size=secret') =>
    service.api.inject({ method: 'GET', url, headers: { ...client.headers, 'x-request-id': requestId } });

  it('are listed with what refused them, and without what was sent', async () => {
    await refuse('refused-1', '/deliver/transfers/secret-id');
    const found = await refusalsOf('refused-1');
    expect(found).toEqual([
      {
        ...{ id: expect.any(String), at: expect.any(String), duration_ms: expect.any(Number) },
        ...{ method: 'GET', route: '/deliver/transfers/{id}', status: 404, error_code: 'unknown_id' },
        ...{ request_id: 'refused-1', credential: client.credentials.client_id },
      },
    ]);
    await refuse('refused-2', '/deliver/transfers?status=secret');
    expect(JSON.stringify([...(await refusalsOf('refused-2')), ...found])).not.toContain('secret');
  });

  it('are found by code, newest first, page by page', async () => {
    await refuse('refused-3', '/deliver/transfers?status=none');
    await refusalsOf('refused-3');
    const all = await listed('/portal/requests?error_code=invalid_status');
    expect(all.map(({ request_id }) => request_id)).toEqual(['refused-3', 'refused-2']);
    const { headers } = await admin.get('/portal/requests?error_code=invalid_status&size=1');
    const [, next] = /<([^>]+)>/.exec(String(headers['link']))!;
    expect((await listed(next)).map(({ request_id }) => request_id)).toEqual(['refused-2']);
  });

  it('are those of the own enterprise, for users with read:credentials', async () => {
    await refuse('refused-4');
    await refusalsOf('refused-4');
    expect(await listed('/portal/requests?request_id=refused-4', strangersAdmin)).toEqual([]);
    const reader = await PortalUser.of(service.api, client.credentials, { scopes: ['read:me', 'read:transfers'] });
    expect((await reader.get('/portal/requests')).status).toBe(403);
  });

  it('are shown in part when they are a flood, which costs neither memory nor the others', async () => {
    const record = service.api.get(RecordRefusals, { strict: false });
    const dropped = async () => {
      const text = await service.api.get(Metrics, { strict: false }).registry.metrics();
      return Number(/payments_refused_requests_dropped_total\{[^}]*overload[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    await record.flush();
    const before = await dropped();
    const refusal = (request_id: string) => ({
      ...{ id: newId(), at: new Date(), method: 'GET', route: '/flood', status: 429, error_code: 'too_many_requests' },
      ...{ request_id, credential: 'x', duration_ms: 1 },
    });
    const tenantOf = (enterpriseId: string) => ({ enterpriseId }) as Parameters<RecordRefusals['push']>[0];
    const flooding = tenantOf(client.credentials.enterprise_id);
    for (let n = 0; n < 100_000; n++) record.push(flooding, refusal('flood'));
    record.push(tenantOf(stranger.credentials.enterprise_id), refusal('alone'));
    for (let n = 0; n < 2_000; n++) record.push(tenantOf(newId()), refusal('nobody'));
    await record.flush();
    expect(await dropped()).toBe(before + 99_900 + 1_101);
    expect(await listed('/portal/requests?request_id=flood&size=500')).toHaveLength(100);
    expect(await listed('/portal/requests?request_id=alone', strangersAdmin)).toHaveLength(1);
  });
});

describe('the health of an enterprise', () => {
  const subscribe = async (of: ApiClient) =>
    (await of.post('/webhooks/configurations', { url: URL, event_types: ['person_all'], enabled: true })).body[
      'webhook_configuration'
    ] as View;
  const health = async (user = admin) => (await user.get('/portal/health')).body['health'] as Body;

  it('is that of its own work, and says why it is degraded', async () => {
    expect(await health()).toMatchObject({ status: 'ok', reasons: [], dead_letters: 0, open_breaks: 0 });
    const enterprise = client.credentials.enterprise_id;
    await query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
       SELECT $1, gen_random_uuid(), 'no-such-queue', gen_random_uuid(), now() - n * interval '1 minute', 'r'
       FROM generate_series(1, 1500) AS n`,
      [enterprise],
    );
    await query(
      `INSERT INTO platform.dead_letters VALUES ($1, $2, 'no-such-queue', $2, 'crashed', '-', 5, 'r', now(), now())`,
      [enterprise, newId()],
    );
    await query(
      `INSERT INTO webhooks.failing_endpoints (enterprise_id, configuration_id, failing_since, failures)
       VALUES ($1, $2, now(), 3)`,
      [enterprise, newId()],
    );
    const found = await health();
    expect(found).toMatchObject({
      ...{ status: 'degraded', reasons: ['dead_letters', 'late_tasks', 'failing_endpoints'] },
      ...{ dead_letters: 1, violations: 0, endpoints: { enabled: 0, failing: 1 } },
    });
    const late = (found['queues'] as Body[]).find(({ queue }) => queue === 'no-such-queue');
    expect(late).toMatchObject({ due: 1_000 });
    expect(late!['oldest_due_seconds']).toBeGreaterThanOrEqual(90_000);
    expect(await health(strangersAdmin)).toMatchObject({ status: 'ok', reasons: [], dead_letters: 0 });
  });

  it('tells how the attempts of a day at each endpoint of its own went', async () => {
    const { id } = await subscribe(client);
    await subscribe(stranger);
    const attempt = (age: string, durations: string, error: string | null) =>
      query(
        `INSERT INTO webhooks.attempts
           (enterprise_id, delivery_id, id, configuration_id, attempted_at, duration_ms, status_code, error)
         SELECT $1, gen_random_uuid(), gen_random_uuid(), $2, now() - $3::interval, n, 200, $4
         FROM generate_series(${durations}) AS n`,
        [client.credentials.enterprise_id, id, age, error],
      );
    await attempt('1 hour', '1, 99', null);
    await attempt('2 hours', '100, 100', 'timeout');
    await attempt('25 hours', '9000, 9005', 'timeout');
    const figuresOf = async (user: PortalUser) => ((await health(user))['endpoints'] as Body)['figures'];
    expect(await figuresOf(admin)).toEqual([
      { configuration_id: id, attempted_count: 100, delivered_count: 99, p95_ms: 95 },
    ]);
    expect(await figuresOf(strangersAdmin)).toEqual([]);
  });

  it('leaves out what the scopes of the caller do not show', async () => {
    const reader = await PortalUser.of(service.api, client.credentials, { scopes: ['read:me'] });
    const found = await health(reader);
    expect(Object.keys(found)).toEqual(['status', 'reasons', 'queues', 'dead_letters', 'violations']);
    expect(found['reasons']).toEqual(['dead_letters', 'late_tasks']);
  });
});

describe('batches', () => {
  const batchesOf = async (user: PortalUser, path = '/portal/batches') =>
    (await user.get(path)).body['batches'] as Body[];

  it('are what was handed over together, with what became of it', async () => {
    const party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 1_000_000 });
    const make = async (body: Body) => ((await client.post('/deliver/transfers', body)).body['transfer'] as View).id;
    const ids = [await make(aPayout(party, { amount: 700 })), await make(aDirectDebit(party, { amount: 900 }))];
    await client.post('/sandbox/clock/advance', { banking_days: 1 });
    for (const id of ids) await untilStatus(client, id, 'completed');
    const batches = await batchesOf(admin);
    const sum = (field: string) => batches.reduce((total, batch) => total + Number(batch[field]), 0);
    expect([sum('legs'), sum('amount_out'), sum('amount_in')]).toEqual([2, 700, 900]);
    expect(sum('accepted') + sum('settled')).toBe(2);
    expect([sum('submitted'), sum('returned'), sum('rejected')]).toEqual([0, 0, 0]);
    const read = await Promise.all(
      batches.map(async ({ id }) => (await admin.get(`/portal/batches/${String(id)}`)).body['batch'] as Body),
    );
    expect(read).toEqual(batches.map((batch) => ({ ...batch, entries: expect.any(Array) })));
    const entries = read.flatMap((batch) => batch['entries'] as Body[]);
    expect(entries.map(({ transfer_id }) => transfer_id).sort()).toEqual([...ids].sort());
    expect(entries).toContainEqual(expect.objectContaining({ side: 'destination', amount: 700, rail: 'ach' }));
    const age = Date.now() - Date.parse(String(batches[0]!['handed_over_at']));
    expect(Math.abs(age)).toBeLessThan(60_000);
  });

  it('are listed page by page, the newest first', async () => {
    const busy = await service.client();
    const enterprise = busy.credentials.enterprise_id;
    const ids = Array.from({ length: 5 }, newId);
    await query(
      `INSERT INTO transfers.legs (enterprise_id, id, transfer_id, side, rail, amount, account_id, account_version,
         end_to_end_id, status, attempt, attempts, batch_id, window_at, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'source', 'ach', 100, $1, 1, 'e' || batch || n,
         (ARRAY['submitted', 'accepted', 'settled', 'returned', 'rejected', 'released'])[n], 1, '[]', batch, now(), 1,
         now(), now()
       FROM unnest($2::uuid[]) AS batch, generate_series(1, 6) AS n`,
      [enterprise, ids],
    );
    const user = await PortalUser.login(service.api, busy.credentials.user);
    const seen: unknown[] = [];
    for (let path: string | undefined = '/portal/batches?size=2'; path !== undefined;) {
      const { body, headers } = await user.get(path);
      seen.push(...(body['batches'] as Body[]).map(({ id }) => id));
      path = /<([^>]+)>/.exec(String(headers['link']))?.[1];
    }
    expect(seen).toEqual([...ids].reverse());
    const [first] = await batchesOf(user);
    expect(first).toMatchObject({
      ...{ legs: 6, amount_in: 600, amount_out: 0, rails: ['ach'] },
      ...{ submitted: 1, accepted: 1, settled: 2, returned: 1, rejected: 1 },
    });
    expect(codeOf(await user.get('/portal/batches?size=101'))).toBe('invalid_size');
  });

  it('of another enterprise, and unknown ones, do not exist', async () => {
    expect(await batchesOf(strangersAdmin)).toEqual([]);
    const [own] = await batchesOf(admin);
    for (const id of [String(own!['id']), newId(), 'x']) {
      expect(codeOf(await strangersAdmin.get(`/portal/batches/${id}`))).toBe('unknown_id');
    }
  });

  it('need read:transfers, and differences read:ledger', async () => {
    const reader = await PortalUser.of(service.api, client.credentials, { scopes: ['read:me'] });
    for (const path of ['batches', `batches/${newId()}`, 'reconciliation']) {
      expect((await reader.get(`/portal/${path}`)).status).toBe(403);
    }
    expect((await client.get('/portal/batches')).status).toBe(403);
  });
});

describe('differences with the bank', () => {
  it('are listed with their legs, the oldest first, and counted by kind', async () => {
    const enterprise = client.credentials.enterprise_id;
    const [leg] = await query<{ end_to_end_id: string; transfer_id: string }>(
      'SELECT end_to_end_id, transfer_id FROM transfers.legs WHERE enterprise_id = $1 LIMIT 1',
      [enterprise],
    );
    await query(
      `INSERT INTO transfers.reconciliation_breaks
         (enterprise_id, end_to_end_id, kind, own, reported, banking_at, first_seen_at, last_seen_at, resolved_at)
       VALUES ($1, $2, 'late', 'settles today', 'nothing', now() - interval '2 days', now(), now(), NULL),
         ($1, 'foreign', 'extra', 'unknown', 'credit of 5 cents by ach', now() - interval '1 day', now(), now(), NULL),
         ($1, 'done', 'extra', 'unknown', 'x', now(), now(), now(), now())`,
      [enterprise, leg!.end_to_end_id],
    );
    await query('INSERT INTO transfers.reconciliation_runs VALUES ($1, now(), now())', [enterprise]);
    const read = async (user: PortalUser) => (await user.get('/portal/reconciliation')).body['reconciliation'] as Body;
    const found = await read(admin);
    expect(found).toEqual({
      compared_at: expect.any(String),
      counts: [
        { kind: 'extra', count: 1 },
        { kind: 'late', count: 1 },
      ],
      breaks: [
        expect.objectContaining({ kind: 'late', leg: expect.objectContaining({ transfer_id: leg!.transfer_id }) }),
        expect.objectContaining({ kind: 'extra', own: 'unknown', reported: 'credit of 5 cents by ach' }),
      ],
    });
    expect((found['breaks'] as Body[])[1]).not.toHaveProperty('leg');
    expect(await read(strangersAdmin)).toEqual({ counts: [], breaks: [] });
  });
});
