import type { PaymentsClient, PaymentsError } from '@payments/client';
import { eventually } from '@payments/testing';
import { directDebit, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { CitusCluster, lacksForCitus } from '../support/e2e/citus-cluster.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { endLeases } from '../support/e2e/leases.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { WebhookReceiver } from '../support/receiver.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/commands/distribute.ts', 'libs/persistence/src', 'migrations');

/** More than a statement is executed with plans of its own, before the server considers one for all values. */
const PAYOUTS = 30;
const DEBITS = 3;
const NAMES = ['First', 'Second', 'Third'];
/** Of requests that are refused, of one that is repeated, and what follows each in its transaction. */
const EXPECTED = [
  /the transfer was not inserted/,
  /the idempotency key is taken/,
  /current transaction is aborted/,
  /duplicate key value violates unique constraint "(transfers_reference|enterprises_name)_/,
];

interface Enterprise {
  readonly client: PaymentsClient;
  readonly accounts: Record<'payee' | 'payer', Party>;
}

const lacking = lacksForCitus();

describeIf(lacking === undefined, `${lacking}: the service on Citus was NOT TESTED.`)('the service on Citus', () => {
  let service: ServiceOnDatabase<CitusTestDatabase>;
  let cluster: CitusCluster;
  const receiver = new WebhookReceiver();
  const enterprises: Enterprise[] = [];
  const ids: string[] = [];

  const pay = async ({ client, accounts }: Enterprise, reference: string) => {
    ids.push((await client.transfers.create(payout(reference, accounts.payee))).id);
  };
  const debit = async ({ client, accounts }: Enterprise, reference: string) => {
    ids.push((await client.transfers.create(directDebit(reference, accounts.payer))).id);
  };
  const allDone = () =>
    eventually('all transfers are done, and no work is left', async () => {
      const [left] = await cluster.query<{ count: number }>(
        `SELECT (SELECT count(*) FROM transfers.transfers WHERE status NOT IN ('completed', 'settled'))::int
           + (SELECT count(*) FROM transfers.transfers WHERE status = 'completed' AND use_case = 'direct_debit')::int
           + (SELECT count(*) FROM platform.tasks)::int AS count`,
      );
      return left?.count === 0;
    });

  beforeAll(async () => {
    cluster = await CitusCluster.create({
      SANDBOX_DAY_SECONDS: '0.3',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RATE: '10000',
    });
    service = await ServiceOnDatabase.on({
      environment: cluster.environment,
      query: (sql, values) => cluster.query(sql, values),
      drop: () => Promise.resolve(cluster.drop()),
    });
    for (const name of NAMES) {
      const client = await service.client(name);
      if (name === 'First') await receiver.subscribe(client, 'subscribe_all');
      enterprises.push({ client, accounts: await verifiedAccounts(client, name.toLowerCase()) });
    }
  });
  afterAll(async () => {
    await (service ? service.stop() : cluster?.drop());
    await receiver.close();
  });

  it('has every table in its place, and the rows of an enterprise on one server', async () => {
    expect(await cluster.command('doctor').catch(String)).toMatch(/every table has its place on the servers/);
    expect(await cluster.command('distribute')).toMatch(/every table has its place/);
    const servers = await cluster.query(
      `SELECT DISTINCT nodeport FROM citus_shards WHERE table_name = 'transfers.transfers'::regclass`,
    );
    expect(servers.length).toBeGreaterThan(1);
  });

  it('completes transfers of several enterprises, and reports them', async () => {
    await fewAtOnce(PAYOUTS, (number) => pay(enterprises[number % NAMES.length]!, `payout-${number}`));
    await fewAtOnce(DEBITS, (number) => debit(enterprises[number]!, `debit-${number}`));
    await allDone();
    const events = await cluster.query<{ id: string }>(
      `SELECT v.id FROM platform.events v JOIN platform.enterprises e USING (enterprise_id) WHERE e.name = 'First' ORDER BY v.id`,
    );
    await eventually('all are received', () => Promise.resolve(receiver.bodies.size >= events.length));
    expect([...receiver.bodies.keys()].sort()).toEqual(events.map(({ id }) => id));
  });

  it('keeps enterprises apart on each server', async () => {
    const [first, second] = enterprises as [Enterprise, Enterprise];
    const own = (await first.client.transfers.list().firstPage()).map(({ id }) => id);
    const others = (await second.client.transfers.list().firstPage()).map(({ id }) => id);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((id) => others.includes(id))).toEqual([]);
    await expect(first.client.transfers.get(others[0]!)).rejects.toMatchObject({ status: 404 });
  });

  it('repeats the response to an idempotency key', async () => {
    const { client, accounts } = enterprises[1]!;
    const once = () => client.transfers.create(payout('keyed', accounts.payee), { idempotencyKey: 'one-key' });
    const [response, again] = [await once(), await once()];
    expect(again).toEqual(response);
    ids.push(response.id);
    await allDone();
  });

  it('refuses what is taken or unknown, as one server does', async () => {
    const { client, accounts } = enterprises[1]!;
    const refusal = (creation: Promise<unknown>) => creation.then(String, (error: PaymentsError) => error.error_code);
    const unknown = { ...accounts.payee, account_reference_id: 'unknown' };
    expect(await refusal(client.transfers.create(payout('keyed', accounts.payee)))).toBe(
      'duplicate_transfer_reference_id',
    );
    expect(await refusal(client.transfers.create(payout('to-nobody', unknown)))).toBe(
      'invalid_destination_account_reference_id',
    );
    expect(await cluster.command('enterprise', 'create', '--name', 'First').catch(String)).toMatch(/taken|exists/i);
  });

  it('reads every gauge', async () => {
    const metrics = await service.metrics();
    expect(metrics.split('\n').filter((line) => /^payments_snapshot_failures/.test(line))).toEqual([]);
    for (const gauge of ['payments_outbox_unpublished_events', 'payments_screening_pending_customers']) {
      expect(metrics).toMatch(new RegExp(`^${gauge} \\d`, 'm'));
    }
    await cluster.query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
       SELECT enterprise_id, gen_random_uuid(), 'nobody-works-here', gen_random_uuid(), '2026-01-01', 'r'
       FROM platform.enterprises`,
    );
    await eventually('the tasks of all enterprises are counted', async () =>
      (await service.metrics()).includes(`payments_outbox_due_tasks{queue="nobody-works-here"} ${NAMES.length}`),
    );
    await cluster.query(`DELETE FROM platform.tasks WHERE queue = 'nobody-works-here'`);
  });

  it('places the tables that migrations add later', async () => {
    const placesOf = (table: string) =>
      cluster.query<{ place: string }>(
        `SELECT citus_table_type || ' ' || distribution_column AS place FROM citus_tables WHERE table_name = $1::regclass`,
        [table],
      );
    // As the release before left the database.
    await cluster.query('DROP TABLE bulk.outcomes');
    await cluster.query(`DELETE FROM public.payments_migrations WHERE name LIKE 'BulkOutcomes%'`);
    await cluster.command('migrate');
    expect(await placesOf('bulk.outcomes')).toEqual([{ place: 'distributed enterprise_id' }]);

    // As a migration that was interrupted before it placed its table.
    await cluster.query('CREATE TABLE bulk.planted (enterprise_id uuid, id uuid, PRIMARY KEY (enterprise_id, id))');
    expect(await cluster.command('doctor').catch(String)).toMatch(/bulk\.planted/);
    expect(await cluster.command('distribute')).toMatch(/bulk\.planted/);
    expect(await placesOf('bulk.planted')).toEqual([{ place: 'distributed enterprise_id' }]);
    await cluster.query('DROP TABLE bulk.planted');

    // As a release before placed the work of bank files.
    await cluster.query(`SELECT create_reference_table('rails.files')`);
    await cluster.query(`SELECT create_distributed_table('rails.entries', 'enterprise_id')`);
    expect(await cluster.command('doctor').catch(String)).toMatch(/rails\.entries.*rails\.files/s);
    await cluster.command('migrate');
    expect([await placesOf('rails.files'), await placesOf('rails.entries')]).toEqual([[], []]);
    const may = `SELECT has_table_privilege('payments_app', 'rails.own_files', 'SELECT') AS may`;
    expect(await cluster.query(may)).toEqual([{ may: true }]);
  });

  it('logs no error that is not expected', () => {
    expect(cluster.errors().filter((entry) => !EXPECTED.some((known) => known.test(entry)))).toEqual([]);
  });

  it('goes on when a server is killed and is back', async () => {
    cluster.killNode(1);
    const refused: number[] = [];
    for (const [number, enterprise] of enterprises.entries()) {
      await pay(enterprise, `away-${number}`).catch((error: { status?: number }) => refused.push(error.status ?? 0));
    }
    expect(refused.filter((status) => status !== 503)).toEqual([]);
    await cluster.restartNode(1);
    await eventually('every enterprise can pay again', async () => {
      for (const [number, enterprise] of enterprises.entries()) {
        const isPaid = await pay(enterprise, `back-${number}-${Date.now()}`).then(
          () => true,
          () => false,
        );
        if (!isPaid) return false;
      }
      return true;
    });
    await endLeases((sql) => cluster.query(sql));
    await allDone();
    const stored = await cluster.query<{ id: string }>(`SELECT id FROM transfers.transfers`);
    const known = new Set(stored.map(({ id }) => id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });
});

type CitusTestDatabase = Parameters<typeof ServiceOnDatabase.on>[0];
