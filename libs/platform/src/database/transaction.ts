import type { EntityManager } from 'typeorm';
import { workContext } from '../tenancy/context.js';

/** The open transaction of the unit of work at hand. */
export interface Transaction {
  /** TypeORM's manager, bound to this transaction's connection. */
  readonly manager: EntityManager;
  /** One parameterised statement; answers its rows. With a `name` the server keeps its plan on the connection. */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Called once the transaction has committed; must not throw. */
  afterCommit(hook: () => void): void;
}

/**
 * The ambient transaction. Repositories take every connection from here, so that nothing can read or write outside
 * a unit of work.
 * @throws Error outside of one.
 */
export function currentTransaction(): Transaction {
  const transaction = workContext.find()?.transaction;
  if (transaction === undefined) throw new Error('no unit of work is open: wrap the call in UnitOfWork.run');
  return transaction;
}
