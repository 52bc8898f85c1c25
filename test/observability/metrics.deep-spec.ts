import type { INestApplicationContext } from '@nestjs/common';
import { HOUR_MS } from '@payments/kernel';
import { Metrics, GaugeCollector } from '@payments/observability';
import { DatabaseGauges } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { correct } from '../support/corrections.js';
import { aPayout, registerParty, untilStatus } from '../support/parties.js';
import type { ApiClient } from '../support/api-client.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards(
  'libs/observability/src',
  'libs/messaging/src',
  'libs/rails/src',
  'libs/transfers/src',
  'libs/persistence/src',
  'migrations',
);

/** Values by series, such as `name{a="b"}`. */
type Scrape = ReadonlyMap<string, number>;

describe('the metrics of a running service', () => {
  const receiver = new WebhookReceiver();
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService({ DATABASE_DISK_GB: '100' });
    worker = await service.startWorker();
    client = await service.client();
    await receiver.listen();
    const body = { event_types: ['transfer_all'], url: receiver.url, enabled: true };
    const response = await client.post('/webhooks/configurations', body);
    await receiver.trust(client, (response.body['webhook_configuration'] as { id: string }).id);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  async function scrape(process: Pick<INestApplicationContext, 'get'>): Promise<Scrape> {
    // Otherwise it would report its cached reading.
    const collector = process.get(GaugeCollector);
    Reflect.set(collector, 'latest', undefined);
    await collector.refresh();
    const lines = (await process.get(Metrics).registry.metrics()).split('\n').filter((line) => /^payments/.test(line));
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }

  async function payout(): Promise<string> {
    const created = await client.post('/deliver/transfers', aPayout(await registerParty(client)));
    return (created.body['transfer'] as { id: string }).id;
  }

  it('count requests by route pattern, and none is in flight after all responses', async () => {
    const id = await payout();
    await untilStatus(client, id, 'completed');
    await client.get(`/deliver/transfers/${id}`);
    const series = 'payments_http_request_seconds_count{method="GET",route="/deliver/transfers/:id",status="200"}';
    const after = await scrape(service.api);
    expect(after.get(series)).toBeGreaterThanOrEqual(1);
    expect(after.get('payments_http_requests_in_flight')).toBe(0);
    expect([...after.keys()].filter((name) => name.includes(id))).toEqual([]);
  });

  it('report the clock skew between process and database', async () => {
    // A database that does not answer in time leaves it out of a scrape.
    const skew = () =>
      eventually(
        'the clock skew is read',
        async () => (await scrape(worker)).get('payments_clock_skew_seconds') ?? false,
      );
    expect(Math.abs(await skew())).toBeLessThan(30);
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - HOUR_MS);
    expect(Math.abs((await skew()) + 3_600)).toBeLessThan(30);
    clock.mockRestore();
  });

  it('count transfers and legs by what became of them, and time their webhooks', async () => {
    const before = await scrape(worker);
    const id = await payout();
    await untilStatus(client, id, 'completed');
    const ofIt = () => receiver.received.filter(({ event }) => event.event_data['transfer']?.['id'] === id);
    await eventually('its events', () => Promise.resolve(ofIt().length === 3));
    const grown = async (series: string) => ((await scrape(worker)).get(series) ?? 0) - (before.get(series) ?? 0);
    await eventually('accepted', async () => (await grown('payments_webhook_accepted_seconds_count')) >= 3);
    expect(await grown('payments_webhook_first_attempt_seconds_count')).toBeGreaterThanOrEqual(3);
    expect(await grown('payments_webhook_attempt_seconds_count{outcome="delivered"}')).toBeGreaterThanOrEqual(3);
    expect(await grown('payments_transfers_total{use_case="payout",status="completed"}')).toBe(1);
    expect(await grown('payments_legs_total{rail="ach",status="submitting"}')).toBe(1);
    expect(await grown('payments_tasks_total{queue="transfer-acceptance",outcome="done"}')).toBeGreaterThanOrEqual(1);
    const created = (await scrape(service.api)).get('payments_transfers_total{use_case="payout",status="created"}');
    expect(created).toBeGreaterThanOrEqual(1);
  });

  it('report the highest return rate, from its floor on', async () => {
    const days = [
      [1_000, 3],
      [600, 6],
      [4, 4],
    ] as const;
    for (const [entries, unauthorized] of days) {
      const { enterprise_id } = await service.createEnterprise();
      await service.database.query(
        `INSERT INTO controls.debit_days (enterprise_id, originator, day, entries, unauthorized, administrative, returned)
         VALUES ($1::uuid, $1::uuid::text, current_date, $2, $3, 0, $3)`,
        [enterprise_id, entries, unauthorized],
      );
    }
    const seen = await scrape(service.api);
    expect(seen.get('payments_return_rate_ppm{kind="unauthorized"}')).toBe(10_000);
    expect(seen.get('payments_return_rate_ppm{kind="administrative"}')).toBeUndefined();
  });

  it('report corrections of banks until they are adopted, by whether they are overdue', async () => {
    const [due, overdue] = [
      'payments_account_corrections{state="due"}',
      'payments_account_corrections{state="overdue"}',
    ];
    const counts = async () => {
      const seen = await scrape(service.api);
      return [seen.get(due), seen.get(overdue)];
    };
    expect(await counts()).toEqual([0, 0]);
    const as = { api: service.api, client };
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push(await correct(as, (await registerParty(client)).account_reference_id, { account_type: 'savings' }));
    }
    expect(await counts()).toEqual([3, 0]);
    await service.database.query(
      `UPDATE accounts.external_accounts SET updated_at = now() - interval '20 days' WHERE id = $1`,
      [ids[0]],
    );
    expect(await counts()).toEqual([2, 1]);
    const accounts = '/deliver/external/accounts';
    await client.send('PATCH', `${accounts}/${ids[0]}`, { payload: { account_type: 'savings' } });
    await client.send('DELETE', `${accounts}/${ids[1]}`);
    expect(await counts()).toEqual([1, 0]);
  });

  it('report overdue work and unconfirmed legs over all enterprises', async () => {
    const enterprise = await service.createEnterprise();
    await service.database.query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
       SELECT $1, gen_random_uuid(), 'nobody-works-here', gen_random_uuid(), now() - make_interval(secs => 60 * n), 'r'
       FROM generate_series(-1, 3) AS n WHERE n <> 0`,
      [enterprise.enterprise_id],
    );
    const id = await payout();
    await untilStatus(client, id, 'completed');
    await service.database.query(
      `INSERT INTO transfers.legs SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(),
         'transfer_id', gen_random_uuid(), 'end_to_end_id', 'another', 'status', 'accepted',
         'updated_at', now() - interval '2 hours'))).* FROM transfers.legs l WHERE transfer_id = $1`,
      [id],
    );
    const seen = await scrape(service.api);
    expect(seen.get('payments_outbox_due_tasks{queue="nobody-works-here"}')).toBe(3);
    const oldest = seen.get('payments_outbox_oldest_due_seconds{queue="nobody-works-here"}') ?? 0;
    expect(oldest).toBeGreaterThanOrEqual(180);
    expect(oldest).toBeLessThan(240);
    const leg = '{status="accepted",rail="ach"}';
    expect(seen.get(`payments_legs_at_processor${leg}`)).toBeGreaterThanOrEqual(1);
    expect(seen.get(`payments_legs_at_processor_oldest_seconds${leg}`)).toBeGreaterThanOrEqual(7_200);
    expect(seen.get('payments_outbox_unpublished_events')).toBeGreaterThanOrEqual(0);
  });

  it('report endpoints without deliveries, the queues, the pool and the dependencies', async () => {
    const body = { event_types: ['transfer_all'], url: receiver.url, enabled: false };
    await client.post('/webhooks/configurations', body);
    const seen = await scrape(worker);
    expect(seen.get('payments_webhook_receivers{state="off"}')).toBe(1);
    expect(seen.get('payments_webhook_receivers{state="probed"}')).toBe(0);
    expect(seen.get('payments_queue_jobs{queue="transfer-acceptance",state="waiting"}')).toBe(0);
    expect(seen.get('payments_pool_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
    expect(seen.get('payments_pool_wait_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(seen.get('payments_check_up{check="database"}')).toBe(1);
    expect(seen.get('payments_ready')).toBe(1);
    expect([...seen.keys()]).toContainEqual(expect.stringMatching(/^payments_build_info\{version="\d+\.\d+\.\d+"/));
  });

  it('report the connections and the storage of the server', async () => {
    const seen = await scrape(service.api);
    const value = (name: string) => seen.get(`payments_database_${name}`) ?? 0;
    expect(value('connections')).toBeGreaterThanOrEqual(2);
    expect(value('connection_limit')).toBeGreaterThan(value('connections'));
    expect(value('bytes{part="data"}')).toBeGreaterThan(1_000_000);
    expect(value('bytes{part="write_ahead_log"}')).toBeGreaterThanOrEqual(16_777_216);
    expect(value('disk_bytes')).toBe(100e9);
  });

  it('omit the gauges that the database refuses, and no others, and then include them again', async () => {
    const before = await scrape(service.api);
    await service.database.query('REVOKE SELECT ON platform.tasks FROM payments_relay');
    await service.database.query('REVOKE SELECT (queue, run_at) ON platform.tasks FROM payments_relay');
    const meanwhile = await scrape(service.api);
    await service.database.query('GRANT SELECT (enterprise_id, queue, run_at) ON platform.tasks TO payments_relay');
    const outbox = [...meanwhile.keys()].filter((name) => name.startsWith('payments_outbox'));
    expect(outbox).toEqual(['payments_outbox_unpublished_events']);
    // Whatever else a busy machine did not read in time failed before.
    const failures = [...meanwhile].filter(
      ([name, count]) => name.startsWith('payments_snapshot_failures') && count > (before.get(name) ?? 0),
    );
    expect(failures.map(([name]) => name)).toEqual(['payments_snapshot_failures_total{source="gauge-due-tasks"}']);
    expect(meanwhile.get('payments_ready')).toBe(1);
    const again = [...(await scrape(service.api)).keys()];
    expect(again).toContainEqual(expect.stringMatching(/^payments_outbox_due_tasks/));
  });

  it('do not wait twice for the gauges of tables that are locked', async () => {
    const locked = ['platform.dead_letters', 'platform.events', 'transfers.legs', 'webhooks.configurations'];
    const holder = new Client({ connectionString: service.database.adminUrl });
    await holder.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${locked.join(', ')} IN ACCESS EXCLUSIVE MODE`);
      await scrape(service.api);
      const seen = await scrape(service.api);
      expect(seen.get('payments_outbox_unpublished_events')).toBeUndefined();
      expect([...seen.keys()]).toContainEqual(expect.stringMatching(/^payments_outbox_due_tasks/));
      expect([...seen.keys()]).toContainEqual(expect.stringMatching(/^payments_screening_pending_customers/));
    } finally {
      await holder.end();
    }
    expect((await scrape(service.api)).get('payments_outbox_unpublished_events')).toBeDefined();
  });

  it('have a form for rows on several servers, without recursion and look-ups of each row, that tells the same', async () => {
    const gauges = service.api.get(DatabaseGauges);
    const ofServers = gauges.statements(true);
    expect(ofServers.filter(({ sql }) => /\b(?:RECURSIVE|LATERAL)\b/i.test(sql))).toEqual([]);
    // A gauge of nothing is absent there, as it is where there is no work at all.
    const isSome = (row: Record<string, unknown>) => Object.values(row).some((value) => Number(value) > 0);
    const countsOf = async (sql: string) => {
      const rows = (await service.database.query<Record<string, unknown>>(sql)).filter(isSome);
      const counts = rows.map((row) => Object.entries(row).filter(([column]) => !column.endsWith('_seconds')));
      return counts.map((row) => JSON.stringify(row)).sort();
    };
    const forms = gauges.statements(false).map((query, index) => ({ ...query, ofServers: ofServers[index]!.sql }));
    const different = forms.filter(({ sql, ofServers: there }) => sql !== there);
    expect(different.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['gauge-due-tasks', 'gauge-unpublished-events', 'gauge-legs-at-processor']),
    );
    for (const { name, sql, ofServers: there } of different) {
      expect([name, await countsOf(there)]).toEqual([name, await countsOf(sql)]);
    }
  });
});
