import { Injectable } from '@nestjs/common';
import { openTransaction } from './current-transaction.js';
import { Transactions } from './transactions.js';

const HAS_CITUS = `SELECT FROM pg_extension WHERE extname = 'citus'`;

/** What the database is: one server, or Citus, which holds the data of each enterprise on one of several. */
@Injectable()
export class DatabaseEngine {
  private distributed: boolean | undefined;

  constructor(private readonly transactions: Transactions) {}

  /** Whether several servers hold the rows. */
  async isDistributed(): Promise<boolean> {
    // Who asks before it is known asks for himself: the question fails with the transaction that it is asked in.
    return (this.distributed ??= await this.ask());
  }

  private async ask(): Promise<boolean> {
    // In the open transaction: a second connection for the first question of each could be one too many.
    const found = await (openTransaction()?.query(HAS_CITUS) ??
      this.transactions.run({ role: 'relay' }, (transaction) => transaction.query(HAS_CITUS)));
    return found.length > 0;
  }
}
