import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { endLeases } from '../support/e2e/leases.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { bearerOf, raw } from '../support/e2e/raw.js';
import type { Bearer } from '../support/e2e/raw.js';
import { hasRedisServer, RedisCluster, WatchedRedis } from '../support/e2e/redis-servers.js';
import type { RedisServer } from '../support/e2e/redis-servers.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src/queue', 'libs/auth/src/infrastructure/limits', 'libs/config/src');

const MOST_SHOWN = 5;
const TRANSFERS = 20;

const PREFIX = 'payments';
/** The queues and limits of a deployment have one hash tag, so that all of its keys are in one slot. */
const QUEUE_KEY = `{${PREFIX}}`;
const LIMITS = `${QUEUE_KEY}:limit:*`;
const READS_PER_SECOND = 200;
const HOUR_MS = 3_600_000;

const ifRedis = describeIf(hasRedisServer, 'No redis-server on the PATH: no Redis failed over.');

/** A service with its queue and its limits at a URL, and each transfer that it has acknowledged. */
class Service {
  private readonly acknowledged = new Map<string, string>();

  private constructor(
    private readonly service: ServiceOnDatabase,
    private readonly client: PaymentsClient,
    private readonly payee: Party,
    private readonly limited: Bearer,
  ) {}

  static async start(url: string): Promise<Service> {
    const service = await ServiceOnDatabase.start({
      ...{ SANDBOX_DAY_SECONDS: '0.3', QUEUE_URL: url, QUEUE_PREFIX: PREFIX },
      RATE_LIMIT_READS: String(READS_PER_SECOND),
    });
    const client = await service.client();
    const limited = await newEnterprise(service.database.environment, 'Limited');
    const { payee } = await verifiedAccounts(client, 'failover');
    return new Service(service, client, payee, await bearerOf(service.baseUrl, limited));
  }

  /** Throws for any status but 200. */
  async create(what: string): Promise<void> {
    await fewAtOnce(TRANSFERS, async (number) => {
      const reference = `${what}-${number}`;
      this.acknowledged.set(reference, (await this.client.transfers.create(payout(reference, this.payee))).id);
    });
  }

  /** Without jobs, nothing gets on: each of them goes through Redis. */
  async completesNew(what: string): Promise<void> {
    await this.create(what);
    await eventually('the new ones are completed', async () => {
      const [row] = await this.service.database.query<{ done: number }>(
        `SELECT count(*)::int AS done FROM transfers.transfers
         WHERE status = 'completed' AND transfer_reference_id LIKE '${what}-%'`,
      );
      return row!.done === TRANSFERS;
    });
  }

  /** What the server has of a caller decides: its emptied bucket refuses, and its forgotten one is full. */
  async takesLimitsFrom(server: RedisServer): Promise<void> {
    const eachBucket = async (command: string, ...args: readonly (string | number)[]) => {
      const keys = (await server.command('KEYS', LIMITS)) as string[];
      for (const key of keys) await server.command(command, key, ...args);
    };
    const status = async () => (await raw(`${this.service.baseUrl}/deliver/persons`, { headers: this.limited })).status;
    await eventually('its emptied bucket refuses', async () => {
      await eachBucket('HSET', 'tokens', 0, 'at', Date.now() + HOUR_MS);
      return (await status()) === 429;
    });
    await eventually('its forgotten bucket is full', async () => {
      await eachBucket('DEL');
      return (await status()) === 200;
    });
  }

  /** All that were acknowledged are stored once and completed, as soon as leases of lost jobs have ended. */
  async expectAllCompleted(): Promise<void> {
    await endLeases(this.service.database.query);
    const stored = () =>
      this.service.database.query<{ reference: string; id: string; status: string }>(
        `SELECT transfer_reference_id AS reference, id, status FROM transfers.transfers`,
      );
    await eventually('all are completed', async () => (await stored()).every(({ status }) => status === 'completed'));
    expect(new Map((await stored()).map(({ reference, id }) => [reference, id]))).toEqual(this.acknowledged);
    expect(await stored()).toHaveLength(this.acknowledged.size);
    const left = () => this.service.database.query('SELECT * FROM platform.tasks');
    await eventually('no task is left', async () => (await left()).length === 0).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify((await left()).slice(0, MOST_SHOWN))}`);
    });
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

ifRedis('a Redis that sentinels watch', () => {
  let redis: WatchedRedis;
  let service: Service;

  beforeAll(async () => {
    redis = await WatchedRedis.start();
    service = await Service.start(redis.url);
  });

  afterAll(async () => {
    await service?.stop();
    await redis?.stop();
  });

  it('holds the queue', () => service.completesNew('before'));

  it('holds the limits of requests', () => service.takesLimitsFrom(redis.master));

  it('may lose its master: transfers are taken meanwhile', async () => {
    const creating = service.create('meanwhile');
    await redis.fail();
    await creating;
  });

  it('holds the queue on the new master', () => service.completesNew('after'));

  it('holds the limits of requests on the new master', () => service.takesLimitsFrom(redis.master));

  it('loses no acknowledged transfer', () => service.expectAllCompleted());
});

ifRedis('a Redis cluster', () => {
  let redis: RedisCluster;
  let service: Service;

  beforeAll(async () => {
    redis = await RedisCluster.start();
    service = await Service.start(redis.url);
  });

  afterAll(async () => {
    await service?.stop();
    await redis?.stop();
  });

  it('holds the queue', () => service.completesNew('before'));

  it('holds the limits of requests', async () => service.takesLimitsFrom(await redis.serverOf(QUEUE_KEY)));

  it('may move the slot of the queue to another node: transfers are taken meanwhile', async () => {
    const creating = service.create('moving');
    await redis.moveSlotOf(QUEUE_KEY);
    await creating;
    await service.completesNew('moved');
    await service.takesLimitsFrom(await redis.serverOf(QUEUE_KEY));
  });

  it('may lose the node of the queue: transfers are taken meanwhile', async () => {
    const creating = service.create('meanwhile');
    await redis.failMasterOf(QUEUE_KEY);
    await creating;
  });

  it('holds the queue on the node that took over', () => service.completesNew('after'));

  it('holds the limits of requests on the node that took over', async () =>
    service.takesLimitsFrom(await redis.serverOf(QUEUE_KEY)));

  it('loses no acknowledged transfer', () => service.expectAllCompleted());
});
