import { isRedisUrl } from '@payments/config';
import type { Config } from '@payments/config';
import { outliveBrokenConnection, postgresOptions, streamToPrimary } from '@payments/persistence';

/** The schema of BullMQ's own tables when the queue store is PostgreSQL. */
export const QUEUE_SCHEMA = 'queue';
/** All queues of a process share them. */
const POOL_SIZE = 4;
/** With the listener. */
export const QUEUE_CONNECTIONS = POOL_SIZE + 1;
/** Longer than a consumer blocks, which is eleven seconds at most, and than a call may wait for a pool connection. */
export const SILENCE_MS = 15_000;
export const KEEP_ALIVE_MS = 10_000;

/** Where jobs are kept: Redis in production, PostgreSQL where nothing else is installed. One switch, QUEUE_URL. */
export type QueueStore =
  | { readonly kind: 'redis'; readonly url: string; readonly prefix: string }
  | { readonly kind: 'postgres'; readonly url: string };

type QueueSettings = Pick<Config, 'queueUrl' | 'queuePrefix'>;

export function queueStore({ queueUrl, queuePrefix }: QueueSettings, databaseUrl: string): QueueStore {
  const url = queueUrl ?? databaseUrl;
  return isRedisUrl(url) ? { kind: 'redis', url, prefix: queuePrefix } : { kind: 'postgres', url };
}

export type RedisStore = QueueStore & { readonly kind: 'redis' };
export type PostgresStore = QueueStore & { readonly kind: 'postgres' };

/** How BullMQ connects to PostgreSQL; without `queryMs`, statements have no time limit. */
export function postgresConnection({ url }: PostgresStore, { queryMs }: { readonly queryMs?: number } = {}) {
  return {
    ...{
      ...postgresOptions(url),
      ...streamToPrimary(url),
      max: POOL_SIZE,
      schema: QUEUE_SCHEMA,
      onConnect: outliveBrokenConnection,
    },
    ...{ connectionTimeoutMillis: SILENCE_MS, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    ...(queryMs !== undefined && { query_timeout: queryMs }),
  };
}
