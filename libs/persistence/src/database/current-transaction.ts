import { workContext } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import type { Transaction } from './transaction.js';

/**
 * The ambient transaction. Repositories take every connection from here, so that nothing can read or write outside
 * a unit of work.
 * @throws Error outside of one.
 */
export function currentTransaction(): Transaction {
  const transaction = openTransaction();
  if (transaction === undefined) throw new Error('no unit of work is open; wrap the call in UnitOfWork.run');
  return transaction;
}

export function openTransaction(): Transaction | undefined {
  return workContext.find()?.transaction as Transaction | undefined;
}

/** Concurrent work has a separate work context, so it does not join the transaction. */
export function withTransaction<T>(transaction: Transaction, work: () => T, span?: WorkSpan): T {
  const context = workContext.find() ?? { requestId: '-' };
  return workContext.run({ ...context, transaction, ...(span && { span }) }, work);
}
