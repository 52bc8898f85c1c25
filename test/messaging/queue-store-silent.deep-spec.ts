import { newId } from '@payments/kernel';
import { Queues } from '@payments/messaging';
import { Log } from '@payments/observability';
import type { QueueStore } from '@payments/messaging';
import { createTestDatabase, eventually } from '@payments/testing';
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

/** What a call says that gave up by itself after 5 s. One that waits for the socket, which gives up later, says something else. */
const GAVE_UP = 'the queue store does not respond';

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
  readonly failures: readonly unknown[];
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
        const { failures, leftInNeverUsed } = await stories.get(store)!;
        expect(failures.map(String)).toEqual(Array(4).fill(`Error: ${GAVE_UP}`));
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
    eventually(`a job is done ${when}`, async () => {
      const token = await add().catch(() => undefined);
      if (token === undefined) return false;
      await eventually('the consumer does it', () => Promise.resolve(done.includes(token)));
      return true;
    });
  try {
    queues.consume('jobs', 1, ({ data }) => Promise.resolve(void done.push(data.lease_token)));
    await goesOn('at first');
    proxy.freeze();
    const calls = [() => add(), () => add('never-used-before'), () => queues.waiting('jobs'), () => queues.counts()];
    const failures = await Promise.all(calls.map((call) => call().catch((error: unknown) => error)));
    proxy.mend();
    await goesOn('when the store is back');
    const leftInNeverUsed = await queues.waiting('never-used-before');
    proxy.abandon();
    await goesOn('where another takes its place');
    return { failures, leftInNeverUsed };
  } finally {
    proxy.mend();
    await queues.onApplicationShutdown();
    proxy.close();
    await server.end();
  }
}
