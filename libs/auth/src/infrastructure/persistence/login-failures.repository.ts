import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Transactions } from '@payments/persistence';
import { LoginFailures } from '../../application/ports.js';
import type { FailureCount } from '../../application/ports.js';

interface FailureRow extends FailureCount {
  readonly key: string;
}

/** Uses the role of the directory: no tenant is known yet, and the name may not exist. */
@Injectable()
export class LoginFailuresRepository extends LoginFailures {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    super();
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, FailureCount>> {
    const sql = `SELECT key, failures, expires_at FROM auth.login_failures WHERE key = ANY($1) AND expires_at > $2`;
    return byKey(await this.query(sql, keys, this.clock.now()));
  }

  add(keys: readonly string[], expiresAt: Date, now: Date): Promise<ReadonlyMap<string, FailureCount>> {
    return this.transactions.run({ role: 'auth' }, async (transaction) => {
      await transaction.query(`DELETE FROM auth.login_failures WHERE key = ANY($1) AND expires_at <= $2`, [keys, now]);
      // Sorted, so that concurrent updates of the same keys do not deadlock.
      const rows = await transaction.query<FailureRow>(
        `INSERT INTO auth.login_failures AS known (key, failures, expires_at)
         SELECT key, 1, $2 FROM unnest($1::text[]) AS key ORDER BY key
         ON CONFLICT (key) DO UPDATE SET failures = known.failures + 1, expires_at = excluded.expires_at
         RETURNING key, failures, expires_at`,
        [keys, expiresAt],
      );
      return byKey(rows);
    });
  }

  async takeBack(key: string): Promise<void> {
    await this.query(`UPDATE auth.login_failures SET failures = failures - 1 WHERE key = $1 AND failures > 0`, key);
  }

  async forget(key: string): Promise<void> {
    await this.query(`DELETE FROM auth.login_failures WHERE key = $1`, key);
  }

  private query(sql: string, ...values: readonly unknown[]): Promise<FailureRow[]> {
    return this.transactions.run({ role: 'auth' }, (transaction) => transaction.query<FailureRow>(sql, values));
  }
}

function byKey(rows: readonly FailureRow[]): ReadonlyMap<string, FailureCount> {
  return new Map(rows.map(({ key, ...count }) => [key, count]));
}
