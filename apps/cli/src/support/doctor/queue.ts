import { isRedisUrl, parseRedisUrl } from '@payments/config';
import type { Config } from '@payments/config';
import { withTimeout } from '@payments/kernel';
import { redisClient } from '@payments/messaging';
import { type Finding, shown } from './finding.js';

const CONNECT_MS = 5_000;

/** The server's own report. An evicted job costs one lease, so it is no failure. */
export function redisFinding(address: string, info: string): Finding {
  const policy = /^maxmemory_policy:(\S*)/m.exec(info)?.[1];
  if (policy === undefined || policy === 'noeviction') return { name: 'queue', status: 'ok', value: address };
  const remedy = 'set maxmemory-policy noeviction in Redis';
  return { name: 'queue', status: 'warn', value: `${address}: evicts (${policy})`, remedy };
}

/** The queue store, and whether it responds. PostgreSQL is as reachable as the database. */
export async function queueFinding({ queueUrl }: Config): Promise<Finding> {
  const name = 'queue';
  if (queueUrl === undefined) return { name, status: 'ok', value: 'PostgreSQL, in the same database' };
  if (!isRedisUrl(queueUrl)) return { name, status: 'ok', value: `PostgreSQL, ${shown(queueUrl)}` };
  const address = shownRedis(queueUrl);
  const once = { retryStrategy: () => null, sentinelRetryStrategy: () => null };
  const client = redisClient({ kind: 'redis', url: queueUrl, prefix: '' }, 'produce', { lazyConnect: true, ...once });
  client.on('error', () => undefined);
  try {
    return redisFinding(address, await withTimeout(client.info(), CONNECT_MS, 'does not respond'));
  } catch (error) {
    return { name, status: 'fail', value: `${address}: ${(error as Error).message}`, remedy: 'check QUEUE_URL' };
  } finally {
    client.disconnect();
  }
}

/** For display, without passwords. */
function shownRedis(url: string): string {
  const address = parseRedisUrl(url);
  const hosts = address.hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  switch (address.kind) {
    case 'server':
      return `Redis, ${hosts}`;
    case 'sentinel':
      return `Redis, master ${address.master} of the sentinels ${hosts}`;
    case 'cluster':
      return `Redis cluster, ${hosts}`;
  }
}
