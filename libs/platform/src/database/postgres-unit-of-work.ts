import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '../tenancy/context.js';
import { Transactions } from './transactions.js';

/** The unit of work on Postgres: the tenant of the work context is set first in each transaction. */
@Injectable()
export class PostgresUnitOfWork extends UnitOfWork {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (workContext.find()?.transaction !== undefined) return work();
    const { enterpriseId } = workContext.tenant();
    return this.transactions.run({ role: 'app', enterpriseId }, work);
  }
}
