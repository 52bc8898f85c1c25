import type { Config } from '@payments/config';
import { Redis } from 'ioredis';
import type { Finding } from './finding.js';
import { shown } from './database.js';

const CONNECT_MS = 5_000;

/** The server's own report: a lost or evicted job costs one lease, so neither is a failure. */
export function redisFinding(address: string, info: string): Finding {
  const says = (field: string) => new RegExp(`^${field}:(\\S*)`, 'm').exec(info)?.[1];
  const policy = says('maxmemory_policy');
  const lacks = [
    ...(policy === undefined || policy === 'noeviction' ? [] : [`evicts (${policy})`]),
    ...(says('aof_enabled') === '0' ? ['has no append-only file'] : []),
  ];
  if (lacks.length === 0) return { name: 'queue', status: 'ok', value: address };
  const remedy = 'set maxmemory-policy noeviction and appendonly yes in Redis';
  return { name: 'queue', status: 'warn', value: `${address}: ${lacks.join(', ')}`, remedy };
}

/** The queue store, and whether it responds. PostgreSQL is as reachable as the database. */
export async function queueFinding({ queueUrl }: Config): Promise<Finding> {
  const name = 'queue';
  if (queueUrl === undefined) return { name, status: 'ok', value: 'PostgreSQL, in the same database' };
  if (!/^rediss?:/.test(queueUrl)) return { name, status: 'ok', value: `PostgreSQL, ${shown(queueUrl)}` };
  const client = new Redis(queueUrl, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return redisFinding(`Redis, ${shown(queueUrl)}`, await client.info());
  } catch (error) {
    const value = `Redis, ${shown(queueUrl)}: ${(error as Error).message}`;
    return { name, status: 'fail', value, remedy: 'check QUEUE_URL' };
  } finally {
    client.disconnect();
  }
}
