import { eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';

interface HeldRows {
  /** Locks them. */
  readonly lock: string;
  readonly values: readonly unknown[];
  /** Sends the requests that wait for them. */
  readonly send: () => Promise<unknown>;
  /** Another request, which must not wait. */
  readonly other: () => Promise<boolean>;
}

/** How many connections wait while rows are held, once ten other requests were answered. On one server only. */
export async function connectionsThatWait(
  database: TestDatabase,
  { lock, values, send, other }: HeldRows,
): Promise<number> {
  const gate = new Client({ connectionString: database.adminUrl });
  await gate.connect();
  await gate.query('BEGIN');
  await gate.query(lock, [...values]);
  const sent = send();
  const waiting = async () => {
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await database.query(sql)).length;
  };
  try {
    await eventually('one waits', async () => (await waiting()) > 0);
    for (let i = 0; i < 10; i++) await eventually('the other request is answered', other);
    return await waiting();
  } finally {
    await gate.query('ROLLBACK');
    await gate.end();
    await sent;
  }
}
