import { newId } from '@payments/kernel';
import { Queues } from '@payments/messaging';
import { Log } from '@payments/observability';
import type { QueueStore } from '@payments/messaging';
import { createTestDatabase, eventually, patience } from '@payments/testing';
import { TcpProxy } from '../chaos/tcp-proxy.js';
import { hasRedisServer, KillableRedis } from '../support/e2e/killable-redis.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src/queue');

/** A server that jobs are kept in, and what must be ended with it. */
interface Server {
  readonly url: string;
  readonly end: () => Promise<void>;
}

/** A call fails after 5 s; without that limit it would wait for the socket, which gives up after 15 s. */
const SILENCE_MS = 14_000;
const GOES_ON_MS = 45_000;

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

/** How a queue fared whose store fell silent and came back, and then went away for another to take its place. */
interface Story {
  readonly failedAfterMs: readonly number[];
  readonly leftInNeverUsed: number;
}

const ifRedis = describeIf(hasRedisServer, 'No redis-server on the PATH: no queue on a silent Redis.');
const stores = [
  { store: 'PostgreSQL', start: aPostgres, isThere: true, suite: describe },
  { store: 'Redis', start: aRedis, isThere: hasRedisServer, suite: ifRedis },
];
const stories = new Map<string, Promise<Story>>();

// A story mostly waits, so all run concurrently.
beforeAll(async () => {
  for (const { store, start, isThere } of stores) if (isThere) stories.set(store, play(start));
  await Promise.allSettled(stories.values());
});

describe('an unresponsive queue store', () => {
  for (const { store, suite } of stores) {
    suite(store, () => {
      it('fails to add or count jobs in bounded time', async () => {
        const { failedAfterMs, leftInNeverUsed } = await stories.get(store)!;
        expect(failedAfterMs).toHaveLength(4);
        for (const ms of failedAfterMs) expect(ms).toBeLessThan(patience(SILENCE_MS));
        expect(leftInNeverUsed).toBeLessThanOrEqual(1);
      });

      it('is used again when it is back, or replaced without notice', async () => {
        await expect(stories.get(store)).resolves.toBeDefined();
      });
    });
  }
});

async function play(start: () => Promise<Server>): Promise<Story> {
  const done: string[] = [];
  const server = await start();
  const proxy = await TcpProxy.to(Number(new URL(server.url).port));
  const queues = new Queues(storeAt(server.url, proxy), new Log('test', 'silent'));
  const add = async (queue = 'jobs') => {
    const lease_token = newId();
    await queues.add(queue, [{ enterprise_id: newId(), lease_token, task_ids: [] }]);
    return lease_token;
  };
  /** The store takes a job again, and the consumer, which was there all the time, does it. */
  const goesOn = (when: string) =>
    eventually(
      `a job is done ${when}`,
      async () => {
        const token = await add().catch(() => undefined);
        if (token === undefined) return false;
        await eventually('the consumer does it', () => Promise.resolve(done.includes(token)), GOES_ON_MS);
        return true;
      },
      GOES_ON_MS,
    );
  const failsAfterMs = async (call: () => Promise<unknown>) => {
    const from = performance.now();
    await expect(call()).rejects.toThrow();
    return performance.now() - from;
  };
  try {
    queues.consume('jobs', 1, ({ data }) => Promise.resolve(void done.push(data.lease_token)));
    await goesOn('at first');
    proxy.freeze();
    const calls = [() => add(), () => add('never-used-before'), () => queues.waiting('jobs'), () => queues.counts()];
    const failedAfterMs = await Promise.all(calls.map(failsAfterMs));
    proxy.mend();
    await goesOn('when the store is back');
    const leftInNeverUsed = await queues.waiting('never-used-before');
    proxy.abandon();
    await goesOn('where another takes its place');
    return { failedAfterMs, leftInNeverUsed };
  } finally {
    proxy.mend();
    await queues.onApplicationShutdown();
    proxy.close();
    await server.end();
  }
}
