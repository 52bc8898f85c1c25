import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Transactions } from '@payments/platform';

/** How far the results of a processor have been read, in the hands of one worker. */
export interface HeldCursor {
  readonly processor: string;
  /** Empty before the first result. */
  readonly cursor: string;
  readonly leaseToken: string;
}

/**
 * How far the results of each processor have been read. One worker at a time has a cursor, under a lease; one that has
 * lost its lease cannot move it back. Acts as the relay: the results are of all enterprises.
 */
@Injectable()
export class ResultCursors {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** `undefined` when another worker has it. */
  async take(processor: string, leaseMs: number): Promise<HeldCursor | undefined> {
    const now = this.clock.now();
    const leaseToken = newId();
    const [row] = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ cursor: string }>(
        `INSERT INTO transfers.result_cursors AS held (processor, cursor, lease_token, lease_until) VALUES ($1, '', $2, $3)
         ON CONFLICT (processor) DO UPDATE SET lease_token = excluded.lease_token, lease_until = excluded.lease_until
         WHERE held.lease_until <= $4
         RETURNING cursor`,
        [processor, leaseToken, new Date(now.getTime() + leaseMs), now],
        'take-result-cursor',
      ),
    );
    return row && { processor, cursor: row.cursor, leaseToken };
  }

  /** Gives it back, moved on to `cursor`, if the lease is still held. */
  async giveBack({ processor, leaseToken }: HeldCursor, cursor: string): Promise<void> {
    await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query(
        `UPDATE transfers.result_cursors SET cursor = $3, lease_until = $4 WHERE processor = $1 AND lease_token = $2`,
        [processor, leaseToken, cursor, new Date(0)],
        'give-back-result-cursor',
      ),
    );
  }
}
