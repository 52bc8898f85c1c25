/** A table of an enterprise with columns that `FieldCipher` sealed. */
export interface SealedTable {
  /** `schema.table` */
  readonly table: string;
  /**
   * The key columns of a row within its enterprise. Their values as database text, joined by a slash, are its
   * `FieldPlace.rowId`.
   */
  readonly row: Readonly<Record<string, 'uuid' | 'int' | 'bytea' | 'text'>>;
  readonly columns: readonly string[];
  readonly indexes?: readonly BlindIndex[];
}

/** A column with a keyed hash of values of its row, from `Secrets.blindIndex`; empty where none is stored. */
export interface BlindIndex {
  readonly column: string;
  readonly purpose: string;
  /** The plain columns of the value, besides the sealed ones of the table. */
  readonly plain: readonly string[];
  /** The hashed value, from the columns of the row with the sealed ones opened. */
  readonly value: (row: Readonly<Record<string, string>>) => string;
}

/** A table of keys that `KeyProvider` wrapped with a master key. */
export interface WrappedTable {
  readonly table: string;
  /** The role that reads and writes it: the application per enterprise, another one for the whole table. */
  readonly role: 'app' | 'auth' | 'relay';
  readonly id: string;
  readonly wrapped: string;
  /** What the wrapped key is bound to. */
  readonly context: (id: string, enterpriseId: string) => string;
}

/**
 * Every place in the database that holds something under a key, from the `sealed-columns.table.ts` of all libraries:
 * what `payments keys` processes. A spec compares this with the catalog, so that no new column is missed.
 */
export class SealedColumns {
  constructor(
    readonly tables: readonly SealedTable[],
    readonly wrapped: readonly WrappedTable[],
  ) {}
}
