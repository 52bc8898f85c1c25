import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@payments/testing';
import { ArchivedDatabase, lacksForArchive } from '../support/e2e/archived-database.js';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'migrations');

const EACH = 5;

const lacking = lacksForArchive();

describeIf(lacking === undefined, `${lacking}: recovery to a point in time was NOT TESTED.`)(
  'a database that pgBackRest archives',
  () => {
    let database: ArchivedDatabase;
    let service: ServiceOnDatabase<TestedDatabase> | undefined;

    const start = async () => {
      service = await ServiceOnDatabase.on<TestedDatabase>({
        environment: database.environment,
        query: (sql, values) => database.query(sql, values),
        drop: () => Promise.resolve(),
      });
      return service;
    };
    const references = async () => {
      const rows = await database.query<{ reference: string }>(
        'SELECT transfer_reference_id AS reference FROM transfers.transfers ORDER BY 1',
      );
      return rows.map(({ reference }) => reference);
    };
    const allDone = () =>
      eventually('no work is left', async () => {
        const [open] = await database.query<{ count: number }>(
          `SELECT count(*)::int FROM transfers.transfers WHERE status <> 'completed'`,
        );
        return open?.count === 0;
      });

    beforeAll(async () => {
      database = await ArchivedDatabase.create({
        PUBLIC_BASE_URL: 'http://payments.test',
        PUBLIC_VAULT_URL: 'http://vault.payments.test',
        SANDBOX_DAY_SECONDS: '0.3',
      });
    });
    afterAll(async () => {
      await service?.stop();
      database?.drop();
    });

    it('is as it was at the time, when its server is lost', async () => {
      const { baseUrl } = await start();
      const credentials = await newEnterprise(database.environment, 'First');
      const client = clientOf(baseUrl, credentials);
      const { payee } = await verifiedAccounts(client, 'first');
      const pay = async (when: string) => {
        for (let number = 0; number < EACH; number++) await client.transfers.create(payout(`${when}-${number}`, payee));
      };
      await pay('before');
      database.back();
      await pay('kept');
      await allDone();
      // pgBackRest knows the second in which a backup ended, and takes one that ended before that of the moment.
      await sleep(2_000);
      const [moment] = await database.query<{ time: string }>('SELECT clock_timestamp()::text AS time');
      const kept = await references();
      await pay('later');
      await database.archive();
      await service?.stop();

      database.lose();
      await database.restore(moment!.time);
      await database.command('migrate');

      expect(await references()).toEqual(kept);
      expect(kept).toHaveLength(2 * EACH);
      await database.command('keys', 'verify');
      await database.command('invariants', 'check');
      const restored = clientOf((await start()).baseUrl, credentials);
      await restored.transfers.create(payout('again', payee));
      await allDone();
    });
  },
);

type TestedDatabase = Parameters<typeof ServiceOnDatabase.on>[0];
