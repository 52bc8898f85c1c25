import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { interval, Transactions } from '@payments/persistence';

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
  constructor(private readonly transactions: Transactions) {}

  /** `undefined` when another worker has it. */
  async take(processor: string, leaseMs: number): Promise<HeldCursor | undefined> {
    const leaseToken = newId();
    const [, [row]] = await this.transactions.run({ role: 'relay' }, (transaction) =>
      Promise.all([
        transaction.query(
          `INSERT INTO transfers.result_cursors (processor, cursor, lease_token, lease_until)
           VALUES ($1, '', $2, 'epoch') ON CONFLICT (processor) DO NOTHING`,
          [processor, leaseToken],
          'insert-result-cursor',
        ),
        transaction.query<{ cursor: string }>(
          `UPDATE transfers.result_cursors SET lease_token = $2, lease_until = now() + ${interval('$3::float8')}
           WHERE processor = $1 AND lease_until <= now() RETURNING cursor`,
          [processor, leaseToken, leaseMs],
          'lease-result-cursor',
        ),
      ]),
    );
    return row && { processor, cursor: row.cursor, leaseToken };
  }

  /** Releases the lease and moves the cursor to `cursor`, if the lease is still held. */
  async release({ processor, leaseToken }: HeldCursor, cursor: string): Promise<void> {
    await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query(
        `UPDATE transfers.result_cursors SET cursor = $3, lease_until = 'epoch' WHERE processor = $1 AND lease_token = $2`,
        [processor, leaseToken, cursor],
        'release-result-cursor',
      ),
    );
  }
}
