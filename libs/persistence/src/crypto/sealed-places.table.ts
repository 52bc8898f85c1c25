/**
 * Every place in the database that holds something under a key: what `payments keys` walks over. A spec compares this
 * with the catalogue, so that a new column cannot be forgotten.
 */

/** A table of an enterprise with columns that `FieldCipher` sealed. */
export interface SealedTable {
  /** `schema.table` */
  readonly table: string;
  /**
   * The columns that find a row within its enterprise. Their values as text of the database, joined by a slash, are its
   * `FieldPlace.rowId`.
   */
  readonly row: Readonly<Record<string, 'uuid' | 'int' | 'bytea'>>;
  readonly columns: readonly string[];
}

export const sealedTables: readonly SealedTable[] = [
  { table: 'customers.persons', row: { id: 'uuid' }, columns: ['date_of_birth', 'social_security_number'] },
  { table: 'customers.businesses', row: { id: 'uuid' }, columns: ['tax_id'] },
  { table: 'accounts.external_accounts', row: { id: 'uuid' }, columns: ['account_number', 'corrections'] },
  {
    table: 'accounts.account_details',
    row: { account_id: 'uuid', details_version: 'int' },
    columns: ['account_number'],
  },
  { table: 'webhooks.configurations', row: { id: 'uuid' }, columns: ['secret', 'previous_secret'] },
  { table: 'webhooks.attempts', row: { delivery_id: 'uuid', id: 'uuid' }, columns: ['answer'] },
  { table: 'webhooks.enterprise_keypairs', row: { id: 'uuid' }, columns: ['private_key'] },
  { table: 'platform.idempotency_keys', row: { key_hash: 'bytea' }, columns: ['answer'] },
];

/** A column with a keyed hash, made by `Secrets.blindIndex`, of values of its row; empty where none is kept. */
export interface BlindIndex {
  readonly table: string;
  readonly column: string;
  readonly purpose: string;
  /** The plain columns that the value is made of, besides the sealed ones of the table. */
  readonly plain: readonly string[];
  /** What is hashed, from the columns of the row, the sealed ones opened. */
  readonly value: (row: Readonly<Record<string, string>>) => string;
}

const digits = (row: Readonly<Record<string, string>>) => row['account_number']!.replaceAll('-', '');

export const blindIndexes: readonly BlindIndex[] = [
  {
    table: 'accounts.external_accounts',
    column: 'account_key',
    purpose: 'account',
    plain: ['routing_number'],
    value: (row) => `${row['routing_number']}${digits(row)}`,
  },
  {
    table: 'accounts.external_accounts',
    column: 'unique_key',
    purpose: 'unique-account',
    plain: ['customer_reference_id', 'routing_number'],
    value: (row) => `${row['customer_reference_id']}|${row['routing_number']}|${digits(row)}`,
  },
];

/** A table of keys that `KeyProvider` wrapped with a master key. */
export interface WrappedTable {
  readonly table: string;
  /** Who may read and write it: the application enterprise by enterprise, or the directory's role as a whole. */
  readonly role: 'app' | 'auth';
  readonly id: string;
  readonly wrapped: string;
  readonly context: (id: string, enterpriseId: string) => string;
}

export const wrappedTables: readonly WrappedTable[] = [
  {
    table: 'platform.data_keys',
    role: 'app',
    id: 'key_id',
    wrapped: 'wrapped',
    context: (id, enterpriseId) => dataKeyContext(enterpriseId, id),
  },
  {
    table: 'auth.signing_keys',
    role: 'auth',
    id: 'kid',
    wrapped: 'wrapped_private_key',
    context: signingKeyContext,
  },
];

/** What a wrapped data key is bound to. */
export function dataKeyContext(enterpriseId: string, keyId: string): string {
  return `data-key|${enterpriseId}|${keyId}`;
}

/** What the wrapped private key of a token signing key is bound to. */
export function signingKeyContext(kid: string): string {
  return `signing-key|${kid}`;
}
