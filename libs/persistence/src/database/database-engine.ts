import { Injectable } from '@nestjs/common';
import { Transactions } from './transactions.js';

/** What the database is: one server, or Citus, which holds the data of each enterprise on one of several. */
@Injectable()
export class DatabaseEngine {
  private distributed: Promise<boolean> | undefined;

  constructor(private readonly transactions: Transactions) {}

  /** Whether a look over all enterprises is one at several servers. */
  isDistributed(): Promise<boolean> {
    return (this.distributed ??= this.ask());
  }

  private async ask(): Promise<boolean> {
    try {
      const found = await this.transactions.run({ role: 'relay' }, (transaction) =>
        transaction.query(`SELECT FROM pg_extension WHERE extname = 'citus'`),
      );
      return found.length > 0;
    } catch (error) {
      this.distributed = undefined;
      throw error;
    }
  }
}
