import type { Transactions } from '@payments/platform';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import { perMs } from '../../domain/token-bucket.js';
import type { Grant } from '../../domain/token-bucket.js';

const FULL = `LEAST($2::float8, known.tokens + GREATEST(0, $4::bigint - known.at_ms) * $5::float8)`;
const TAKE = `
  INSERT INTO auth.rate_limits AS known (key, tokens, granted, at_ms)
  VALUES ($1, $2::float8 - LEAST($3::float8, floor($2::float8)), LEAST($3::float8, floor($2::float8)), $4::bigint)
  ON CONFLICT (key) DO UPDATE SET
    tokens = ${FULL} - LEAST($3::float8, floor(${FULL})),
    granted = LEAST($3::float8, floor(${FULL})),
    at_ms = GREATEST(known.at_ms, $4::bigint)
  RETURNING granted, tokens AS left`;

/** The buckets of all processes in PostgreSQL, where no Redis is needed for anything else. */
export class PostgresLimitStore extends LimitStore {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async take({ key, rate, wanted, now }: LimitRequest): Promise<Grant> {
    const values = [key, rate.burst, wanted, Math.floor(now), perMs(rate)];
    const [grant] = await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query<Grant>(TAKE, values, 'take-tokens'),
    );
    return grant!;
  }
}
