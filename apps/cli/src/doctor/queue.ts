import type { Config } from '@payments/platform';
import { Redis } from 'ioredis';
import type { Finding } from './finding.js';
import { shown } from './database.js';

const CONNECT_MS = 5_000;

/** Where jobs are kept, and whether that answers. In PostgreSQL it is as reachable as the database. */
export async function queueFinding({ queueUrl }: Config): Promise<Finding> {
  const name = 'queue';
  if (queueUrl === undefined) return { name, status: 'ok', value: 'PostgreSQL, in the same database' };
  if (!/^rediss?:/.test(queueUrl)) return { name, status: 'ok', value: `PostgreSQL, ${shown(queueUrl)}` };
  const client = new Redis(queueUrl, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return { name, status: 'ok', value: `Redis, ${shown(queueUrl)}` };
  } catch (error) {
    const value = `Redis, ${shown(queueUrl)}: ${(error as Error).message}`;
    return { name, status: 'fail', value, remedy: 'check QUEUE_URL' };
  } finally {
    client.disconnect();
  }
}
