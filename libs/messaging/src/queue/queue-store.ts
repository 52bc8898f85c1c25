import type { Config } from '@payments/config';
import { outliveBrokenConnection } from '@payments/persistence';

/** The schema of BullMQ's own tables when the queue store is PostgreSQL. */
export const QUEUE_SCHEMA = 'queue';
const POOL_SIZE = 2;
/** Longer than a consumer blocks, which is eleven seconds at most, and than a call may wait for a pool connection. */
const SILENCE_MS = 15_000;
const KEEP_ALIVE_MS = 10_000;

/** Where jobs are kept: Redis in production, PostgreSQL where nothing else is installed. One switch, QUEUE_URL. */
export type QueueStore =
  | { readonly kind: 'redis'; readonly url: string; readonly prefix: string }
  | { readonly kind: 'postgres'; readonly url: string };

type QueueSettings = Pick<Config, 'queueUrl' | 'queuePrefix'>;

export function queueStore({ queueUrl, queuePrefix }: QueueSettings, databaseUrl: string): QueueStore {
  const url = queueUrl ?? databaseUrl;
  return /^rediss?:/.test(url) ? { kind: 'redis', url, prefix: queuePrefix } : { kind: 'postgres', url };
}

type RedisStore = QueueStore & { readonly kind: 'redis' };
type PostgresStore = QueueStore & { readonly kind: 'postgres' };

/** BullMQ's connection options. A connection whose server stops responding is replaced. */
export function connectionOptions(store: QueueStore, purpose: 'produce' | 'consume') {
  if (store.kind === 'postgres') return { connection: postgresConnection(store, { queryMs: SILENCE_MS }) };
  // The hash tag in the prefix keeps a queue on one node of a Redis cluster.
  return { connection: redisConnection(store, purpose), prefix: `{${store.prefix}}` };
}

/** How BullMQ connects to PostgreSQL; without `queryMs`, statements have no time limit. */
export function postgresConnection({ url }: PostgresStore, { queryMs }: { readonly queryMs?: number } = {}) {
  return {
    ...{ connectionString: url, max: POOL_SIZE, schema: QUEUE_SCHEMA, onConnect: outliveBrokenConnection },
    ...{ connectionTimeoutMillis: SILENCE_MS, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    ...(queryMs !== undefined && { query_timeout: queryMs }),
  };
}

/** A producer must fail fast, so that the relay can retry; a consumer waits for the store to recover. */
export function redisConnection({ url }: RedisStore, purpose: 'produce' | 'consume') {
  return {
    ...redisAddress(url),
    ...{ socketTimeout: SILENCE_MS, keepAlive: KEEP_ALIVE_MS },
    maxRetriesPerRequest: purpose === 'consume' ? null : 1,
  };
}

function redisAddress(text: string) {
  const url = new URL(text);
  return {
    host: url.hostname,
    port: Number(url.port || '6379'),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.pathname.length > 1 && { db: Number(url.pathname.slice(1)) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  };
}
