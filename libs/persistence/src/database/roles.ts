/**
 * The database roles. The processes log in as one role without any privileges (NOINHERIT) and assume one
 * of these for each transaction, so the database rejects a statement outside a transaction.
 */
export const databaseRoles = {
  /** Owns every object; only migrations act as it. */
  owner: 'payments_owner',
  /** Reads and writes the rows of the current tenant. */
  app: 'payments_app',
  /** Sees, over all tenants, only which ones have due work; and, as pg_monitor, what the server does. */
  relay: 'payments_relay',
  /** Reads the global directory: credential to enterprise, signing keys. */
  auth: 'payments_auth',
  /** Retention and invariants over all tenants. */
  maintenance: 'payments_maintenance',
} as const;

export type DatabaseRole = keyof typeof databaseRoles;

/** What transactions may take. */
interface Limits {
  /** Timeouts of a statement, of a lock wait, and of an idle transaction; in milliseconds. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleMs: number;
  /**
   * Whether a plan may read a whole table. A plan that is made while a table is small, or by the statistics of that time,
   * would otherwise do so until the next statistics, whatever has been written since.
   */
  readonly scansTables: boolean;
}

/** The limits of every process connection: statements of requests and jobs are all short. */
export const loginLimits: Limits = { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000, scansTables: false };

/** The limits of transactions of a role instead. */
export const roleLimits: Partial<Readonly<Record<DatabaseRole, Limits>>> = {
  // Its queries repeat within a second: a slow one should end.
  relay: { statementMs: 4_000, lockMs: 500, idleMs: 5_000, scansTables: false },
  // May scan a whole table, and yields to payments.
  maintenance: { statementMs: 30_000, lockMs: 1_000, idleMs: 30_000, scansTables: true },
};

/** How long a change of tables waits for a lock: requests queue behind it, so it gives up early. */
export const schemaLockSeconds = 2;

/** The limits as PostgreSQL names and writes them. */
export function limitSettings(limits: Limits): [name: string, value: string][] {
  const { statementMs, lockMs, idleMs, scansTables } = limits;
  return [
    ['statement_timeout', `${statementMs}ms`],
    ['lock_timeout', `${lockMs}ms`],
    ['idle_in_transaction_session_timeout', `${idleMs}ms`],
    ['enable_seqscan', scansTables ? 'on' : 'off'],
  ];
}

/** The login that `migrate` creates when it is given only the owner's address. */
export const DEFAULT_LOGIN = 'payments_service';
