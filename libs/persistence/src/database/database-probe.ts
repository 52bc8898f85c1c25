import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { outliveBrokenConnection } from './broken-connections.js';
import { ASK_TIME, clockSkew } from './clock-skew.js';
import type { ClockSkew } from './clock-skew.js';
import { DATABASE_URL } from './database-url.js';
import { postgresOptions } from './postgres-client.js';
import { databaseRoles } from './roles.js';

const TIMEOUT_MS = 1_000;

// The first task of each queue, by one index step each: the cost does not grow with the backlog.
const OLDEST_DUE = `WITH RECURSIVE first AS (
    (SELECT queue, run_at FROM platform.tasks ORDER BY queue, run_at LIMIT 1)
    UNION ALL
    SELECT next.queue, next.run_at FROM first CROSS JOIN LATERAL (
      SELECT queue, run_at FROM platform.tasks WHERE queue > first.queue ORDER BY queue, run_at LIMIT 1) AS next)
  SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float AS seconds FROM first`;

// Each server of a distributed database looks at its own part.
const OLDEST_DUE_OF_SERVERS = `
  SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float AS seconds FROM platform.tasks`;
const IS_DISTRIBUTED = `SELECT FROM pg_extension WHERE extname = 'citus'`;

/** Checks the database on a dedicated connection, because a busy pool is not an outage. */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: Pool;
  private oldestDue: string | undefined;

  constructor(@Inject(DATABASE_URL) url: string) {
    this.pool = new Pool({
      ...postgresOptions(url),
      max: 1,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'payments-health',
      onConnect: outliveBrokenConnection,
    });
    // A broken idle connection is replaced on the next check.
    this.pool.on('error', () => undefined);
  }

  /** The skew of our clock against the database's. */
  clockSkew(): Promise<ClockSkew> {
    return clockSkew(async () => {
      const { rows } = await this.pool.query<{ ms: number }>(ASK_TIME);
      return rows[0]!.ms;
    });
  }

  /** @throws Error if the server accepts no writes, because it is a standby or set to read-only. */
  async assertWritable(): Promise<void> {
    const { rows } = await this.pool.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('the database accepts no writes');
  }

  /** Time since the oldest task that is not leased became due; 0 or less if there is none. */
  async oldestDueSeconds(): Promise<number> {
    const client = await this.pool.connect();
    let error: Error | undefined;
    try {
      // Each for itself: a distributed database hands on the text in which it finds a SET.
      await client.query('BEGIN READ ONLY');
      await client.query(`SET LOCAL ROLE ${databaseRoles.relay}`);
      await client.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS / 2}`);
      this.oldestDue ??= (await client.query(IS_DISTRIBUTED)).rowCount === 0 ? OLDEST_DUE : OLDEST_DUE_OF_SERVERS;
      const { rows } = await client.query<{ seconds: number }>(this.oldestDue);
      await client.query('COMMIT');
      return rows[0]?.seconds ?? 0;
    } catch (failure) {
      error = failure as Error;
      throw failure;
    } finally {
      client.release(error);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }
}
