import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './transaction.js';

const storage = new AsyncLocalStorage<Transaction>();

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
  return storage.getStore();
}

export function withTransaction<T>(transaction: Transaction, work: () => T): T {
  return storage.run(transaction, work);
}
