import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import type { Transaction } from '@payments/persistence';
import { TraceNumbers } from '../../application/ports.js';
import { LAST_SEQUENCE, takeTraceBlock } from '../../domain/ach/trace-number.js';
import type { TraceBlock, TraceCounter } from '../../domain/ach/trace-number.js';
import type { Connection } from '../../domain/connection.js';

@Injectable()
export class TraceNumbersRepository extends TraceNumbers {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  epochFor({ name, ach }: Pick<Connection, 'name' | 'ach'>, capacity: number): Promise<number> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      await transaction.query(
        `INSERT INTO rails.trace_counters (connection, next, epoch) VALUES ($1, $2, 0) ON CONFLICT (connection) DO NOTHING`,
        [name, ach.trace_first],
        'insert-trace-counter',
      );
      const { next, epoch } = await lockCounter(transaction, name);
      if (next + capacity - 1 <= LAST_SEQUENCE) return epoch;
      await saveCounter(transaction, name, { next: 1, epoch: epoch + 1 });
      return epoch + 1;
    });
  }

  take(connection: string, wanted: number): Promise<TraceBlock> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const { block, after } = takeTraceBlock(await lockCounter(transaction, connection), wanted);
      await saveCounter(transaction, connection, after);
      return block;
    });
  }
}

async function lockCounter(transaction: Transaction, connection: string): Promise<TraceCounter> {
  const [counter] = await transaction.query<TraceCounter>(
    `SELECT next, epoch FROM rails.trace_counters WHERE connection = $1 FOR UPDATE`,
    [connection],
    'lock-trace-counter',
  );
  if (counter === undefined) throw new Error(`${connection} has no trace numbers yet; open a file first`);
  return counter;
}

async function saveCounter(transaction: Transaction, connection: string, { next, epoch }: TraceCounter): Promise<void> {
  await transaction.query(
    `UPDATE rails.trace_counters SET next = $2, epoch = $3 WHERE connection = $1`,
    [connection, next, epoch],
    'save-trace-counter',
  );
}
