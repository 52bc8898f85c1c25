/**
 * The database roles. The processes log in as one role without any rights of its own (NOINHERIT) and take on one
 * of these for the length of a transaction, so a statement outside a transaction is refused by the database itself.
 */
export const databaseRoles = {
  /** Owns every object; only migrations act as it. */
  owner: 'payments_owner',
  /** Reads and writes the rows of the current tenant. */
  app: 'payments_app',
  /** Sees, over all tenants, only who has due work. */
  relay: 'payments_relay',
  /** Reads the global directory: credential look-up to enterprise, signing keys. */
  auth: 'payments_auth',
  /** Retention and invariants over all tenants. */
  maintenance: 'payments_maintenance',
} as const;

export type DatabaseRole = keyof typeof databaseRoles;

/** How long a statement may take, may wait for a lock, and a transaction may lie idle; in milliseconds. */
interface Limits {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleMs: number;
}

/** What every connection of the processes keeps to: statements of requests and of jobs are all short. */
export const loginLimits: Limits = { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000 };

/** What transactions of a role keep to instead. */
export const roleLimits: Partial<Readonly<Record<DatabaseRole, Limits>>> = {
  // Its looks come again within a second: one that takes long had better end.
  relay: { statementMs: 4_000, lockMs: 500, idleMs: 5_000 },
  // May go through a whole table, and gives way to payments.
  maintenance: { statementMs: 30_000, lockMs: 1_000, idleMs: 30_000 },
};

/** The limits as PostgreSQL names and writes them. */
export function limitSettings({ statementMs, lockMs, idleMs }: Limits): [name: string, value: string][] {
  return [
    ['statement_timeout', `${statementMs}ms`],
    ['lock_timeout', `${lockMs}ms`],
    ['idle_in_transaction_session_timeout', `${idleMs}ms`],
  ];
}

/** The login that `migrate` creates when it is given only the owner's address. */
export const DEFAULT_LOGIN = 'payments_service';
