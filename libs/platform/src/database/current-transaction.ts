import { workContext } from '../tenancy/context.js';
import type { Transaction } from './transaction.js';

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
