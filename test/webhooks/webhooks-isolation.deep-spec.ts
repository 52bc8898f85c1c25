import { DAY_MS, idBefore } from '@payments/kernel';
import { aBusiness, eventually } from '@payments/testing';
import { webhooks } from '../../apps/api/src/description/examples/webhooks.table.js';
import type { ApiClient } from '../support/api-client.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/webhooks/src', 'libs/messaging/src', 'libs/http-client/src', 'migrations');

const EVENT_DATA = JSON.stringify((webhooks['business_created'] as { event_data: object }).event_data);

describe('webhook endpoints', () => {
  let service: TestService;
  let client: ApiClient;
  let enterprise: string;
  const receivers: WebhookReceiver[] = [];
  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);

  beforeAll(async () => {
    service = await startTestService({ WEBHOOK_CONCURRENCY: '5', WEBHOOK_RATE: '50' });
    await service.startWorker();
    await service.startWorker();
  });
  beforeEach(async () => {
    client = await service.client();
    enterprise = client.credentials.enterprise_id;
  });
  afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));
  afterAll(() => service.stop());

  async function aReceiver(overrides: Record<string, unknown> = {}) {
    const receiver = new WebhookReceiver();
    receivers.push(receiver);
    await receiver.listen();
    const body = { event_types: ['business_created'], url: receiver.url, enabled: true, ...overrides };
    const response = await client.post('/webhooks/configurations', body);
    const { id } = response.body['webhook_configuration'] as { id: string };
    await receiver.trust(client, id);
    const put = (more: Record<string, unknown>) => client.put(`/webhooks/configurations/${id}`, { ...body, ...more });
    return { receiver, id, put };
  }

  interface Shown {
    readonly enabled: boolean;
    readonly disabled_reason?: string;
  }
  const shown = async (id: string) =>
    (await client.get(`/webhooks/configurations/${id}`)).body['webhook_configuration'] as Shown;
  const isEnabled = async (id: string) => (await shown(id)).enabled;

  /** Adds events to the log, as a change of that time does. */
  async function addEvents(count: number, at = new Date()): Promise<void> {
    await query(
      `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
       SELECT $1, ($3 || lpad(to_hex(n), 12, '0'))::uuid, 'business_created', 'business', gen_random_uuid(), 1,
         jsonb_set($5::jsonb, '{business,customer_reference_id}', to_jsonb(n::text))::text, 'test', $4
       FROM generate_series(1, $2::int) n`,
      [enterprise, count, idBefore(at).slice(0, -12), at, EVENT_DATA],
    );
  }
  const heldBy = async (id: string) => {
    const { body } = await client.get(`/webhooks/configurations/${id}/deliveries?status=held&size=500`);
    return (body['deliveries'] as unknown[]).length;
  };
  const numbersOf = ({ received }: WebhookReceiver) =>
    received.map(({ event }) => Number(event.event_data['business']!['customer_reference_id']));

  it('get at most five concurrent deliveries from all workers, each once', async () => {
    const { receiver } = await aReceiver();
    receiver.answer = async () => {
      await eventually('five are open', () => Promise.resolve(receiver.mostOpen >= 5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 204;
    };
    await addEvents(60);
    await eventually('all 60', async () => receiver.received.length >= 60);
    expect(receiver.mostOpen).toBe(5);
    expect(numbersOf(receiver).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it('get at most 50 deliveries per second', async () => {
    const { receiver, id, put } = await aReceiver({ enabled: false });
    await addEvents(120);
    await eventually('all are held', async () => (await heldBy(id)) === 120);
    const times: number[] = [];
    receiver.answer = () => (times.push(performance.now()), 204);
    const enabledAt = performance.now();
    await put({ enabled: true });
    await eventually('all 120', async () => times.length >= 120);
    // A busy machine makes one late, never early: so none may come before a whole number of seconds has passed.
    const early = times.filter((time, index) => time - enabledAt < 1_000 * Math.floor(index / 50) - 5);
    expect(early).toEqual([]);
  });

  it('are not delayed by another endpoint that hangs', async () => {
    const hanging = await aReceiver();
    hanging.receiver.answer = () => new Promise<never>(() => undefined);
    const { receiver } = await aReceiver();
    await addEvents(40);
    await eventually('all 40', async () => receiver.received.length === 40);
    await eventually('five hang', async () => hanging.receiver.received.length >= 5);
    expect(hanging.receiver.mostOpen).toBe(5);
  });

  it('get new webhooks while one delivery hangs', async () => {
    const { receiver } = await aReceiver();
    receiver.answer = () => (receiver.received.length === 1 ? new Promise<never>(() => undefined) : 204);
    await client.post('/deliver/businesses', aBusiness());
    await eventually('the first', async () => receiver.received.length === 1);
    for (let number = 2; number <= 8; number++) {
      await client.post('/deliver/businesses', aBusiness());
      await eventually(`number ${number}`, async () => receiver.received.length === number);
    }
  });

  it('that fail are paused, probed once, and resumed on success', async () => {
    const { receiver, id } = await aReceiver();
    receiver.answer = () => 500;
    await addEvents(40);
    const circuit = () =>
      query<{ probe_at: Date | null; probe_wait_ms: number; failures: number }>(
        `SELECT probe_at, probe_wait_ms, failures FROM webhooks.failing_endpoints WHERE configuration_id = $1`,
        [id],
      );
    const untilHalfOpen = (waitMs: number) =>
      eventually(`a half-open attempt after ${waitMs} ms`, async () => (await circuit())[0]?.probe_wait_ms === waitMs);
    const untilReleased = () =>
      eventually('the lease is released', async () => {
        const [task] = await query(`SELECT FROM platform.tasks WHERE subject_id = $1 AND lease_token IS NULL`, [id]);
        return task !== undefined;
      });
    await untilHalfOpen(30_000);
    // On a busy machine the 30 s may pass here.
    await query(`UPDATE webhooks.failing_endpoints SET probe_at = now() + interval '1 h' WHERE configuration_id = $1`, [
      id,
    ]);
    await untilReleased();
    const begun = receiver.received.length;
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThan(20);
    const probe = async () => {
      await untilReleased();
      await query(
        `WITH probed AS (UPDATE webhooks.failing_endpoints SET probe_at = now() WHERE configuration_id = $1)
         UPDATE platform.tasks SET run_at = now() WHERE subject_id = $1 AND lease_token IS NULL`,
        [id],
      );
    };
    await probe();
    await untilHalfOpen(60_000);
    expect(receiver.received).toHaveLength(begun + 1);
    receiver.answer = () => 204;
    await probe();
    await eventually('all that was not tried yet', async () => new Set(numbersOf(receiver)).size === 40);
    expect(await circuit()).toEqual([]);
  });

  it('can postpone the next attempt with Retry-After', async () => {
    const { receiver, id } = await aReceiver();
    receiver.answer = () => ({ status: 429, headers: { 'Retry-After': '3600' } });
    await client.post('/deliver/businesses', aBusiness());
    const [waiting] = await eventually('the first attempt', async () => {
      const rows = await query<{ seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - updated_at)::float AS seconds FROM webhooks.deliveries
         WHERE configuration_id = $1 AND attempts = 1`,
        [id],
      );
      return rows.length > 0 && rows;
    });
    expect(waiting).toEqual({ seconds: 3_600 });
  });

  it('that are disabled get everything in order once enabled', async () => {
    const { receiver, id, put } = await aReceiver();
    receiver.answer = () => 410;
    await addEvents(1);
    await eventually('it is off', async () => !(await isEnabled(id)));
    expect(receiver.received).toHaveLength(1);
    const kinds = await query(`SELECT kind FROM webhooks.notices WHERE configuration_id = $1`, [id]);
    expect(kinds).toEqual([{ kind: 'endpoint_gone' }]);
    expect(await shown(id)).toMatchObject({ disabled_reason: 'endpoint_gone' });
    await addEvents(30, new Date(Date.now() + 1));
    await eventually('all are held', async () => (await heldBy(id)) === 31);
    receiver.received.length = 0;
    receiver.answer = () => 204;
    expect((await put({ enabled: true })).status).toBe(200);
    expect(await shown(id)).not.toHaveProperty('disabled_reason');
    await eventually('all 31', async () => receiver.received.length === 31);
    const order = numbersOf(receiver);
    // Five are under way at once, so none comes more than four places early. The second request counts from 1 again.
    order.forEach((number, place) => expect(Math.abs(number - Math.max(place, 1))).toBeLessThan(5));
  });

  it('that fail for five days are disabled, with a notice', async () => {
    const { receiver, id } = await aReceiver();
    receiver.answer = () => 500;
    await addEvents(1);
    await eventually('the first failure', async () => {
      const rows = await query(
        `UPDATE webhooks.failing_endpoints SET failing_since = now() - interval '121 hours', failures = 14
         WHERE configuration_id = $1 RETURNING 1`,
        [id],
      );
      return rows.length > 0;
    });
    await addEvents(1, new Date(Date.now() + 1));
    await eventually('it is off', async () => !(await isEnabled(id)));
    const notices = await query(`SELECT kind, configuration_id FROM webhooks.notices WHERE enterprise_id = $1`, [
      enterprise,
    ]);
    expect(notices).toEqual([{ kind: 'endpoint_abandoned', configuration_id: id }]);
    expect(await shown(id)).toMatchObject({ disabled_reason: 'endpoint_abandoned' });
  });

  it('leave nothing behind when their configuration is deleted', async () => {
    const { id } = await aReceiver({ enabled: false });
    await addEvents(1_200);
    const count = async () =>
      (
        await query<{ n: number }>(`SELECT count(*)::int AS n FROM webhooks.deliveries WHERE configuration_id = $1`, [
          id,
        ])
      )[0]!.n;
    await eventually('all are held', async () => (await count()) === 1_200);
    expect((await client.send('DELETE', `/webhooks/configurations/${id}`)).status).toBe(204);
    await eventually('all are gone', async () => (await count()) === 0);
    await eventually(
      'the task too',
      async () => (await query(`SELECT FROM platform.tasks WHERE subject_id = $1`, [id])).length === 0,
    );
  });

  it('lose events held for 30 days, with a notice; others lose nothing', async () => {
    const old = new Date(Date.now() - 31 * DAY_MS);
    const off = await aReceiver({ enabled: false });
    const busy = await aReceiver({ event_types: ['transfer_all'] });
    await addEvents(1_200, old);
    await addEvents(3);
    await query(
      `INSERT INTO webhooks.deliveries (enterprise_id, id, event_id, configuration_id, status, next_attempt_at, created_at, updated_at)
       SELECT enterprise_id, gen_random_uuid(), id, $2, 'pending', now() + interval '1 hour', now(), now()
       FROM platform.events WHERE enterprise_id = $1 AND created_at < now() - interval '1 day' ORDER BY id LIMIT 2`,
      [enterprise, busy.id],
    );
    const left = () =>
      query<{ old: number; fresh: number }>(
        `SELECT count(*) FILTER (WHERE created_at < now() - interval '1 day')::int AS old,
           count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS fresh
         FROM platform.events WHERE enterprise_id = $1`,
        [enterprise],
      );
    // A worker begins with a round, and has the next one after a minute.
    await service.startWorker();
    await eventually('the old ones are gone', async () => (await left())[0]!.old === 2);
    expect(await left()).toEqual([{ old: 2, fresh: 3 }]);
    const notices = await query(
      `SELECT kind, configuration_id, deliveries FROM webhooks.notices WHERE enterprise_id = $1`,
      [enterprise],
    );
    expect(notices).toEqual([{ kind: 'deliveries_expired', configuration_id: off.id, deliveries: 1_198 }]);
    expect((await client.get('/webhooks/events')).body['events']).toHaveLength(5);
  });
});
