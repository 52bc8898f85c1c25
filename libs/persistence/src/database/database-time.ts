import type { Transaction } from './transaction.js';

// What one process writes and another compares with its time goes by the one clock that they share: the database's, as of
// the beginning of the transaction. See ADR 38.

/** Milliseconds as an interval of SQL; null stays null. */
export function interval(milliseconds: string): string {
  return `make_interval(secs => ${milliseconds} / 1000.0)`;
}

/** How many milliseconds lie between two instants of SQL, below zero when `until` comes first. */
export function millisecondsBetween(from: string, until: string): string {
  return `(extract(epoch FROM ${until} - ${from}) * 1000)::float8`;
}

/** The database's time at the beginning of the transaction. */
export async function databaseTime(transaction: Pick<Transaction, 'query'>): Promise<Date> {
  const [row] = await transaction.query<{ now: Date }>('SELECT now() AS now', [], 'read-database-time');
  return row!.now;
}
