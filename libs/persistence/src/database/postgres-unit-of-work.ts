import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { DataKeys } from '../crypto/data-keys.js';
import { openTransaction, withTransaction } from './current-transaction.js';
import { Transactions } from './transactions.js';

/** The unit of work on Postgres: the tenant of the work context is set first in each transaction. */
@Injectable()
export class PostgresUnitOfWork extends UnitOfWork {
  constructor(
    private readonly transactions: Transactions,
    private readonly dataKeys: DataKeys,
  ) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const open = openTransaction();
    if (open?.isReading === true) throw new Error('UnitOfWork.read is open, which does not commit; use UnitOfWork.run');
    if (open !== undefined) return work();
    const enterpriseId = workContext.enterpriseId();
    // Load keys before taking a connection: holding one while waiting for another can deadlock the pool.
    if (!this.dataKeys.areWarm(enterpriseId)) await this.dataKeys.warm(enterpriseId);
    return this.transactions.run({ role: 'app', enterpriseId }, work);
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    if (openTransaction() !== undefined) return work();
    const enterpriseId = workContext.enterpriseId();
    if (!this.dataKeys.areWarm(enterpriseId)) await this.dataKeys.warm(enterpriseId);
    const transaction = this.transactions.reading({ role: 'app', enterpriseId });
    return withTransaction(transaction, work);
  }
}
