import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Transactions } from '../database/transactions.js';
import { Sweeps } from '../outbox/handlers.js';
import type { Sweep } from '../outbox/handlers.js';

const EVERY_MS = 60_000;
const BATCH = 500;

/** Removes idempotency keys that have expired, in small batches; looks for them once a minute. */
@Injectable()
@Sweeps({ name: 'expired-idempotency-keys' })
export class ExpiredKeysSweep implements Sweep {
  private nextLookAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextLookAt) return false;
    // Before the attempt: one that fails waits its minute too.
    this.nextLookAt = performance.now() + EVERY_MS;
    const isFull = (await this.remove()) === BATCH;
    if (isFull) this.nextLookAt = 0;
    return isFull;
  }

  // The expiry is asked for twice: a request may take an expired key while this waits for its row.
  private async remove(): Promise<number> {
    const removed = await this.transactions.run({ role: 'maintenance' }, (transaction) =>
      transaction.query(
        `DELETE FROM platform.idempotency_keys AS key USING (
           SELECT enterprise_id, key_hash FROM platform.idempotency_keys
           WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH}) AS expired
         WHERE key.enterprise_id = expired.enterprise_id AND key.key_hash = expired.key_hash AND key.expires_at <= $1
         RETURNING key.enterprise_id`,
        [this.clock.now()],
        'remove-expired-idempotency-keys',
      ),
    );
    return removed.length;
  }
}
