import type { Config } from '../config/config.js';
import { outliveBrokenConnection } from '../database/broken-connections.js';

/** The schema of BullMQ's own tables when the queue store is PostgreSQL. */
export const QUEUE_SCHEMA = 'queue';
const POOL_SIZE = 2;

/** Where jobs are kept: Redis in production, PostgreSQL where nothing else is installed. One switch, QUEUE_URL. */
export type QueueStore =
  | { readonly kind: 'redis'; readonly url: string; readonly prefix: string }
  | { readonly kind: 'postgres'; readonly url: string };

type QueueSettings = Pick<Config, 'queueUrl' | 'queuePrefix'>;

export function queueStore({ queueUrl, queuePrefix }: QueueSettings, databaseUrl: string): QueueStore {
  const url = queueUrl ?? databaseUrl;
  return /^rediss?:/.test(url) ? { kind: 'redis', url, prefix: queuePrefix } : { kind: 'postgres', url };
}

/** BullMQ's connection options. The hash tag in the prefix keeps a queue on one node of a Redis cluster. */
export function connectionOptions(store: QueueStore, purpose: 'produce' | 'consume') {
  if (store.kind === 'postgres') {
    const pool = { connectionString: store.url, max: POOL_SIZE, onConnect: outliveBrokenConnection };
    return { connection: { ...pool, schema: QUEUE_SCHEMA } };
  }
  // A producer must fail fast, so that the relay goes on and tries again; a consumer waits for the store to return.
  const retries = purpose === 'consume' ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1 };
  return { connection: { ...redisAddress(store.url), ...retries }, prefix: `{${store.prefix}}` };
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
