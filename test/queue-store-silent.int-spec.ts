import { newId } from '@payments/kernel';
import { Log, Queues } from '@payments/platform';
import type { QueueStore } from '@payments/platform';
import { createTestDatabase, eventually } from '@payments/testing';
import { TcpProxy } from './chaos/tcp-proxy.js';
import { hasRedisServer, KillableRedis } from './support/e2e/killable-redis.js';
import { suiteWhere } from './support/where-there-is.js';

/** A server that jobs are kept in, and what must be ended with it. */
interface Server {
  readonly url: string;
  readonly end: () => Promise<void>;
}

const SILENCE_MS = 8_000;
const GOES_ON_MS = 45_000;
const WHOLE_STORY_MS = 120_000;

async function aPostgres(): Promise<Server> {
  const database = await createTestDatabase();
  return { url: database.appUrl, end: () => database.drop() };
}

async function aRedis(): Promise<Server> {
  const redis = await KillableRedis.start();
  return { url: redis.url, end: () => redis.kill() };
}

function storeAt(url: string, proxy: TcpProxy): QueueStore {
  const through = Object.assign(new URL(url), { port: String(proxy.port) }).toString();
  return url.startsWith('redis:')
    ? { kind: 'redis', url: through, prefix: 'silent' }
    : { kind: 'postgres', url: through };
}

const ifRedis = suiteWhere(hasRedisServer, 'No redis-server on the PATH: no queue on a silent Redis.');

describe('a queue store that falls silent', () => {
  describe('PostgreSQL', () => story(aPostgres));
  ifRedis('Redis', () => story(aRedis));
});

function story(start: () => Promise<Server>): void {
  const done: string[] = [];
  let server: Server;
  let proxy: TcpProxy;
  let queues: Queues;

  const add = async (queue = 'jobs') => {
    const lease_token = newId();
    await queues.add(queue, [{ enterprise_id: newId(), lease_token, task_ids: [] }]);
    return lease_token;
  };
  /** The store takes a job again, and the consumer, which was there all the time, does it. */
  const goesOn = () =>
    eventually(
      'a job is done',
      async () => {
        const token = await add().catch(() => undefined);
        if (token === undefined) return false;
        await eventually('the consumer does it', () => Promise.resolve(done.includes(token)), GOES_ON_MS);
        return true;
      },
      GOES_ON_MS,
    );
  const tookMs = async (call: () => Promise<unknown>) => {
    const from = performance.now();
    await expect(call()).rejects.toThrow();
    return performance.now() - from;
  };

  beforeAll(async () => {
    server = await start();
    proxy = await TcpProxy.to(Number(new URL(server.url).port));
    queues = new Queues(storeAt(server.url, proxy), new Log('test', 'silent'));
    queues.consume('jobs', 1, ({ data }) => Promise.resolve(void done.push(data.lease_token)));
    await goesOn();
  }, WHOLE_STORY_MS);

  afterAll(async () => {
    proxy?.mend();
    await queues?.onApplicationShutdown();
    proxy?.close();
    await server?.end();
  });

  it(
    'fails what adds or counts jobs in bounded time, on a queue that was never used before too, and is worked on when it is back',
    async () => {
      proxy.freeze();
      const calls = [() => add(), () => add('never-used-before'), () => queues.waiting('jobs'), () => queues.counts()];
      for (const ms of await Promise.all(calls.map(tookMs))) expect(ms).toBeLessThan(SILENCE_MS);
      proxy.mend();
      await goesOn();
      expect(await queues.waiting('never-used-before')).toBeLessThanOrEqual(1);
    },
    WHOLE_STORY_MS,
  );

  it(
    'is worked on where another takes its place and those who were connected are never told',
    async () => {
      proxy.abandon();
      await goesOn();
    },
    WHOLE_STORY_MS,
  );
}
