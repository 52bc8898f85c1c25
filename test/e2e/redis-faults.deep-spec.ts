import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { hasRedisServer, KillableRedis } from '../support/e2e/killable-redis.js';
import { endLeases } from '../support/e2e/leases.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src/queue', 'libs/config/src');

const TRANSFERS = 20;

/** Loses everything, and returns the number of jobs. */
const WIPE = "local jobs = redis.call('KEYS', ARGV[1]); redis.call('FLUSHALL'); return #jobs";
const JOB_KEYS = '*:????????-????-????-????-????????????-*';

const ifRedis = describeIf(hasRedisServer, 'No redis-server on the PATH: nothing was done to a Redis.');

ifRedis('a Redis that holds the queue', () => {
  let redis: KillableRedis;
  let service: ServiceOnDatabase;
  let client: PaymentsClient;
  let payee: Party;
  const acknowledged = new Map<string, string>();

  /** Transfers of a client that gets each response at once; throws for any status but 200. */
  const create = (what: string) =>
    fewAtOnce(TRANSFERS, async (number) => {
      const reference = `${what}-${number}`;
      acknowledged.set(reference, (await client.transfers.create(payout(reference, payee))).id);
    });
  const statuses = () =>
    service.database.query<{ reference: string; id: string; status: string }>(
      `SELECT transfer_reference_id AS reference, id, status FROM transfers.transfers`,
    );

  beforeAll(async () => {
    redis = await KillableRedis.start();
    service = await ServiceOnDatabase.start({ SANDBOX_DAY_SECONDS: '0.3', QUEUE_URL: redis.url });
    client = await service.client();
    ({ payee } = await verifiedAccounts(client, 'faults'));
  });

  afterAll(async () => {
    await service?.stop();
    redis?.goOn();
    await redis?.kill();
  });

  it('may be wiped again and again while there are jobs in it', async () => {
    let jobs = 0;
    let created = false;
    const creating = create('wiped').finally(() => (created = true));
    while (!created || jobs === 0) jobs += Number(await redis.command('EVAL', WIPE, '0', JOB_KEYS));
    await creating;
    await create('after-wiping');
  });

  it('may be killed and come back empty: transfers are taken meanwhile', async () => {
    await create('before-the-kill');
    await redis.kill();
    await create('killed');
    await redis.restart();
    await create('after-the-kill');
  });

  it('may stop responding for a while: transfers are still accepted', async () => {
    redis.freeze();
    await create('frozen');
    redis.goOn();
  });

  it('may be out of memory: transfers are taken meanwhile', async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await create('out-of-memory');
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  });

  it('loses no acknowledged transfer: all complete once the leases have ended', async () => {
    await eventually('Redis takes jobs again', async () => (await redis.command('SET', 'probe', '1')) === 'OK');
    await endLeases(service.database.query);
    await eventually('all are completed', areDone);
    const stored = await statuses();
    expect(new Map(stored.map(({ reference, id }) => [reference, id]))).toEqual(acknowledged);
    expect(stored.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(stored).toHaveLength(7 * TRANSFERS);
    await eventually('no task is left', async () => {
      const [row] = await service.database.query<{ left: number }>(`SELECT count(*)::int AS left FROM platform.tasks`);
      return row?.left === 0;
    });
  });

  async function areDone(): Promise<boolean> {
    return (await statuses()).every(({ status }) => status === 'completed');
  }
});
