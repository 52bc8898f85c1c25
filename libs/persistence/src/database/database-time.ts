import type { Transaction } from './transaction.js';

// Times that one process writes and another compares use the clock that they share: the database's, as of
// the beginning of the transaction. See ADR 38.

/** Milliseconds as an SQL interval; null stays null. */
export function interval(milliseconds: string): string {
  return `make_interval(secs => ${milliseconds} / 1000.0)`;
}

/** The milliseconds between two SQL instants, negative when `until` comes first. */
export function millisecondsBetween(from: string, until: string): string {
  return `(extract(epoch FROM ${until} - ${from}) * 1000)::float8`;
}

/** The database's time at the beginning of the transaction. */
export async function databaseTime(transaction: Pick<Transaction, 'query'>): Promise<Date> {
  const [row] = await transaction.query<{ now: Date }>('SELECT now() AS now', [], 'read-database-time');
  return row!.now;
}
