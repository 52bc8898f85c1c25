import type { Transactions } from '@payments/persistence';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import { perMs } from '../../domain/token-bucket.js';
import type { Grant } from '../../domain/token-bucket.js';

const FULL = `LEAST($2::float8, known.tokens + GREATEST(0, excluded.at_ms - known.at_ms) * $4::float8)`;
const TAKE = `
  INSERT INTO auth.rate_limits AS known (key, tokens, granted, at_ms)
  VALUES ($1, $2::float8 - LEAST($3::float8, floor($2::float8)), LEAST($3::float8, floor($2::float8)),
    (extract(epoch FROM now()) * 1000)::bigint)
  ON CONFLICT (key) DO UPDATE SET
    tokens = ${FULL} - LEAST($3::float8, floor(${FULL})),
    granted = LEAST($3::float8, floor(${FULL})),
    at_ms = GREATEST(known.at_ms, excluded.at_ms)
  RETURNING granted, tokens AS left`;

/** The buckets of all processes in PostgreSQL, for deployments without Redis. */
export class PostgresLimitStore extends LimitStore {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async take({ key, rate, wanted }: LimitRequest): Promise<Grant> {
    const values = [key, rate.burst, wanted, perMs(rate)];
    const [grant] = await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query<Grant>(TAKE, values, 'lease-rate-tokens'),
    );
    return grant!;
  }
}
