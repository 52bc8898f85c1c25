import { Injectable } from '@nestjs/common';
import { Transactions } from './transactions.js';

/** What the database is: one server, or Citus, which holds the data of each enterprise on one of several. */
@Injectable()
export class DatabaseEngine {
  constructor(private readonly transactions: Transactions) {}

  /** Whether several servers hold the rows. */
  isDistributed(): Promise<boolean> {
    return this.transactions.isDistributed();
  }
}
