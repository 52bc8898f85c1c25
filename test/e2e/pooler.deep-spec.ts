import type { PaymentsClient, Transfer } from '@payments/client';
import { createTestDatabase, eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { hasPgbouncer, Pooler } from '../support/e2e/pooler.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { WebhookReceiver } from '../support/receiver.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src/database', 'libs/messaging/src');

/** Fewer than the two processes open, so that each of them serves both enterprises in turn. */
const SERVER_CONNECTIONS = 3;
const TRANSFERS = 60;

const ifPgbouncer = describeIf(hasPgbouncer, 'No pgbouncer on the PATH: nothing ran behind a pooler.');

ifPgbouncer('behind a PgBouncer in transaction mode', () => {
  const receiver = new WebhookReceiver();
  let pooler: Pooler;
  let service: ServiceOnDatabase;
  let clients: PaymentsClient[];
  const made: Transfer[][] = [[], []];

  beforeAll(async () => {
    const database = await createTestDatabase({ SANDBOX_DAY_SECONDS: '0.3', WEBHOOK_ALLOW_PRIVATE: 'true' });
    pooler = await Pooler.start(database.appUrl, SERVER_CONNECTIONS);
    const { host, pathname } = new URL(database.adminUrl);
    const environment = {
      ...database.environment,
      DATABASE_URL: pooler.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      DATABASE_DIRECT_URL: `postgres://${host}${pathname}`,
      // What every PgBouncer can do, also those before 1.21.
      DATABASE_NAMED_STATEMENTS: 'false',
    };
    service = await ServiceOnDatabase.on({ ...database, environment });
    clients = [await service.client('First'), await service.client('Second')];
    await receiver.subscribe(clients[0]!, 'subscribe_all');
    const parties = await Promise.all(clients.map((client, which) => verifiedAccounts(client, `pooled-${which}`)));
    await fewAtOnce(TRANSFERS, async (number) => {
      const which = number % 2;
      made[which]!.push(await clients[which]!.transfers.create(payout(`pooled-${number}`, parties[which]!.payee)));
    });
  });

  afterAll(async () => {
    await service?.stop();
    await pooler?.stop();
    await receiver.close();
  });

  it('transfers of two enterprises come to their end', async () => {
    await eventually('all are completed', async () => {
      const [row] = await service.database.query<{ count: number }>(
        `SELECT count(*)::int FROM transfers.transfers WHERE status = 'completed'`,
      );
      return row?.count === TRANSFERS;
    });
  });

  it('webhooks report each step to the subscribed enterprise', async () => {
    const [tenant] = await service.database.query<{ enterprise_id: string }>(
      `SELECT enterprise_id FROM webhooks.configurations`,
    );
    const events = await eventually('all events are delivered', async () => {
      const rows = await service.database.query<{ id: string }>(
        `SELECT id FROM platform.events WHERE enterprise_id = $1 ORDER BY id`,
        [tenant?.enterprise_id],
      );
      const { bodies } = receiver;
      return rows.every(({ id }) => bodies.has(id)) && rows;
    });
    expect([...receiver.bodies.keys()].sort()).toEqual(events.map(({ id }) => id));
    expect(events.length).toBeGreaterThan(TRANSFERS);
  });

  it('each enterprise sees its own rows on a reused connection', async () => {
    await Promise.all(
      made.flatMap((own, which) =>
        own.map(async ({ id, transfer_reference_id }) => {
          expect(await clients[which]!.transfers.get(id)).toMatchObject({ transfer_reference_id });
          const refusal = { error_code: 'unknown_id', status: 404 };
          await expect(clients[1 - which]!.transfers.get(id)).rejects.toMatchObject(refusal);
        }),
      ),
    );
  });

  it('requests share the few connections, and LISTEN has one that lasts', async () => {
    const rows = await service.database.query<{ name: string; pooled: boolean }>(
      `SELECT application_name AS name, application_name ~ ':[0-9]+$' AS pooled FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'payments_service'`,
    );
    const pooled = rows.filter((row) => row.pooled);
    expect(pooled.length).toBeGreaterThan(0);
    expect(pooled.length).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    expect(rows.filter((row) => !row.pooled).map(({ name }) => name)).toContain('payments-listen');
  });
});
