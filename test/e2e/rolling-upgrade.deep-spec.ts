import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsClient } from '@payments/client';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { Fleet } from '../support/e2e/fleet.js';
import { hasNginx } from '../support/e2e/gateway.js';
import { previousBuild } from '../support/e2e/other-build.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { WebhookReceiver } from '../support/receiver.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards(
  'libs/config/src',
  'libs/messaging/src',
  'libs/persistence/src',
  'libs/transfers/src/infrastructure/persistence',
  'migrations',
);

const CALLERS = 2;
const BETWEEN_TRANSFERS_MS = 200;
const STATUSES = ['created', 'pending', 'completed'];

const previous = hasNginx ? previousBuild() : undefined;
const why = 'No nginx, no openssl or no previous commit: the upgrade from the release before was not tested.';

describeIf(previous !== undefined, why)('an upgrade from the previous commit, process by process, and back', () => {
  let server: TestDatabase;
  let database: Client;
  let fleet: Fleet;
  let client: PaymentsClient;
  let payee: Party;
  let isOver = false;
  const receiver = new WebhookReceiver();
  const ids: string[] = [];
  const name = `test_rolling_${process.pid}`;

  const settings = () => {
    const url = new URL(server.adminUrl);
    url.pathname = `/${name}`;
    const sandbox = { SANDBOX_DAY_SECONDS: '0.3', WEBHOOK_ALLOW_PRIVATE: 'true' };
    return { ...server.environment, ...sandbox, DATABASE_URL: url.toString() };
  };
  const migrate = async (apps?: string) => {
    const { code, stderr } = await Program.run('cli', {
      args: ['migrate'],
      settings: settings(),
      ...(apps && { apps }),
    });
    if (code !== 0) throw new Error(`migrate: ${stderr}`);
    return stderr;
  };
  const rows = async <Row extends object>(sql: string) => (await database.query<Row>(sql)).rows;
  const callUntilOver = async (caller: number) => {
    for (let number = 0; !isOver; number += 1) {
      const paused = sleep(BETWEEN_TRANSFERS_MS);
      const { id } = await client.transfers.create(payout(`${caller}-${number}`, payee));
      ids.push(id);
      await client.transfers.get(id);
      await paused;
    }
  };
  /** With the load as it is, one after the other: old and new processes work side by side in between. */
  const roll = async (from: string, to: string, apps?: string) => {
    await fleet.replaceApi(0, apps);
    await fleet.startWorker(to, apps);
    await fleet.stopWorker(from, 'SIGTERM');
    await fleet.replaceApi(1, apps);
  };

  beforeAll(async () => {
    const old = previous!.apps;
    server = await createTestDatabase();
    await server.query(`CREATE DATABASE ${name}`);
    database = new Client({ connectionString: settings().DATABASE_URL });
    await database.connect();
    await migrate(old);
    fleet = await Fleet.start(settings(), old);
    await fleet.startWorker('old', old);
    client = await fleet.client('Rolling', old);
    await receiver.subscribe(client, 'subscribe_all');
    ({ payee } = await verifiedAccounts(client, 'rolling'));
  });
  afterAll(async () => {
    await fleet?.stop();
    await receiver.close();
    await database?.end();
    await server?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server?.drop();
  });

  it('fails no request', async () => {
    const called = Promise.all(Array.from({ length: CALLERS }, (_, caller) => callUntilOver(caller)));
    const rolled = (async () => {
      const applied = (await migrate()).match(/\w+\d{13}/g)?.length ?? 0;
      await roll('old', 'new');
      const upgraded = ids.length;
      await roll('new', 'old again', previous!.apps);
      process.stdout.write(
        `from ${previous!.commit}: ${applied} migrations, ${upgraded} transfers during the upgrade, ${ids.length} in all\n`,
      );
    })().finally(() => (isOver = true));
    await Promise.all([called, rolled]);
  });

  it('completes every transfer once, and reports each of its steps', async () => {
    await eventually('no work is left', async () => {
      const [left] = await rows<{ tasks: number; events: number }>(
        `SELECT (SELECT count(*)::int FROM platform.tasks) AS tasks,
           (SELECT count(*)::int FROM platform.events WHERE position IS NULL) AS events`,
      );
      return left!.tasks === 0 && left!.events === 0;
    });
    const stored = await rows<{ id: string; status: string }>('SELECT id, status FROM transfers.transfers ORDER BY id');
    expect(stored).toEqual([...ids].sort().map((id) => ({ id, status: 'completed' })));
    const sent = await rows(`SELECT FROM sandbox.instructions`);
    expect(sent).toHaveLength(ids.length);
    const reported = new Map<string, string[]>();
    for (const { event } of [...new Map(receiver.received.map((each) => [each.event.event_id, each])).values()]) {
      const transfer = event.event_data['transfer'];
      if (transfer === undefined) continue;
      const { id, status } = transfer as { id: string; status: string };
      reported.set(id, [...(reported.get(id) ?? []), status].sort());
    }
    for (const id of ids) expect([id, reported.get(id)]).toEqual([id, [...STATUSES].sort()]);
  });
});
