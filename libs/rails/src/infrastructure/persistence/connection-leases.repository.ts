import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { currentTransaction, interval, type Transaction, Transactions } from '@payments/persistence';
import type { ChannelOutcome } from '../../application/connection-states.js';
import { ConnectionLeaseLostError, ConnectionLeases } from '../../application/ports.js';
import type { ConnectionWork, Lease } from '../../application/ports.js';

/** A message may quote what a server sent. */
const MOST_CHARACTERS = 500;

const lockName = ({ connection, work }: Pick<Lease, 'connection' | 'work'>) => `rails/${work}/${connection}`;

// $4 is whether something was done at the bank, $5 the cause of what was not; neither if the channel was not used.
// The time comes from beside the update: a distributed database takes no function of it within a condition.
const RELEASE = `
  WITH clock AS (SELECT now() AS at)
  UPDATE rails.connection_leases l SET lease_until = 'epoch',
    succeeded_at = CASE WHEN $4 THEN clock.at ELSE l.succeeded_at END,
    failed_at = CASE WHEN $5::text IS NULL THEN l.failed_at ELSE clock.at END,
    failure = coalesce($5, l.failure),
    failures = CASE WHEN $4 THEN 0 ELSE l.failures END + ($5 IS NOT NULL)::int,
    retry_at = CASE WHEN $4 OR $5 IS NOT NULL THEN clock.at + ${interval('$6::float8')} ELSE l.retry_at END
  FROM clock WHERE l.connection = $1 AND l.work = $2 AND l.token = $3`;

/** Leases as rows of the relay. Work in tenant transactions is fenced off by a lock that a new holder waits for. */
@Injectable()
export class ConnectionLeasesRepository extends ConnectionLeases {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async take(connection: string, work: ConnectionWork, leaseMs: number): Promise<Lease | undefined> {
    const lease = { connection, work, token: newId() };
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const [, free] = await Promise.all([
        transaction.query(
          `INSERT INTO rails.connection_leases (connection, work, token, lease_until)
           VALUES ($1, $2, $3, 'epoch') ON CONFLICT (connection, work) DO NOTHING`,
          [connection, work, lease.token],
          'insert-connection-lease',
        ),
        transaction.query(
          `SELECT FROM rails.connection_leases
           WHERE connection = $1 AND work = $2 AND lease_until <= now() FOR UPDATE SKIP LOCKED`,
          [connection, work],
          'find-free-connection-lease',
        ),
      ]);
      if (free.length === 0) return undefined;
      // A claim of the previous holder either ends before this, or begins after it and sees the new token.
      await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(lease)]);
      await transaction.query(
        `UPDATE rails.connection_leases SET token = $3, lease_until = now() + ${interval('$4::float8')}
         WHERE connection = $1 AND work = $2`,
        [connection, work, lease.token, leaseMs],
        'take-connection-lease',
      );
      return lease;
    });
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    const renewed = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query(
        `UPDATE rails.connection_leases SET lease_until = now() + ${interval('$4::float8')}
         WHERE connection = $1 AND work = $2 AND token = $3 RETURNING 1`,
        [lease.connection, lease.work, lease.token, leaseMs],
        'renew-connection-lease',
      ),
    );
    if (renewed.length === 0) throw new ConnectionLeaseLostError(lease);
  }

  async release({ connection, work, token }: Lease, outcome?: ChannelOutcome): Promise<void> {
    const { succeeded = false, failure, retryInMs = null } = outcome ?? {};
    const cause = failure && `${failure.step} ${failure.fault}: ${failure.message}`.slice(0, MOST_CHARACTERS);
    await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query(
        RELEASE,
        [connection, work, token, succeeded, cause ?? null, retryInMs],
        'release-connection-lease',
      ),
    );
  }
}

/** Waits for the units of work that hold the lease, and lets no other one hold it as it was. */
export async function voidLease(
  transaction: Transaction,
  { connection, work }: Pick<Lease, 'connection' | 'work'>,
): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName({ connection, work })]);
  await transaction.query(
    `INSERT INTO rails.connection_leases AS known (connection, work, token, lease_until) VALUES ($1, $2, $3, 'epoch')
     ON CONFLICT (connection, work) DO UPDATE SET token = excluded.token`,
    [connection, work, newId()],
  );
}

/** Until the current unit of work ends, nobody else takes the lease. @throws ConnectionLeaseLostError */
export async function holdLease(lease: Lease): Promise<void> {
  // The lock is a separate statement, so that the token is read after it is acquired.
  const [, held] = await Promise.all([
    currentTransaction().query(
      'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
      [lockName(lease)],
      'hold-connection-lease',
    ),
    currentTransaction().query(
      `SELECT FROM rails.connection_leases WHERE connection = $1 AND work = $2 AND token = $3`,
      [lease.connection, lease.work, lease.token],
      'prove-connection-lease',
    ),
  ]);
  if (held.length === 0) throw new ConnectionLeaseLostError(lease);
}
