/**
 * The database roles. The processes log in as one role without any rights of its own (NOINHERIT) and take on one
 * of these for the length of a transaction, so a statement outside a transaction is refused by the database itself.
 */
export const databaseRoles = {
  /** Owns every object; only migrations act as it. */
  owner: 'payments_owner',
  /** Reads and writes the rows of the tenant at hand. */
  app: 'payments_app',
  /** Sees, over all tenants, only who has due work. */
  relay: 'payments_relay',
  /** Reads the global directory: credential look-up to enterprise, signing keys. */
  auth: 'payments_auth',
  /** Retention and invariants over all tenants. */
  maintenance: 'payments_maintenance',
} as const;

export type DatabaseRole = keyof typeof databaseRoles;

/** The login that `migrate` creates when it is given only the owner's address. */
export const DEFAULT_LOGIN = 'payments_service';
