import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DATABASE_URL } from '../database/database-url.js';

const TIMEOUT_MS = 1_000;

/** Asks the database whether it is there, on a connection of its own: a busy pool is no lost database. */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(DATABASE_URL) connectionString: string) {
    this.pool = new Pool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'payments-health',
    });
    // An idle connection that breaks is replaced when the next question comes.
    this.pool.on('error', () => undefined);
  }

  async ask(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }
}
