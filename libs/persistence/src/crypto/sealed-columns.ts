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
  readonly indexes?: readonly BlindIndex[];
}

/** A column with a keyed hash, made by `Secrets.blindIndex`, of values of its row; empty where none is kept. */
export interface BlindIndex {
  readonly column: string;
  readonly purpose: string;
  /** The plain columns that the value is made of, besides the sealed ones of the table. */
  readonly plain: readonly string[];
  /** What is hashed, from the columns of the row, the sealed ones opened. */
  readonly value: (row: Readonly<Record<string, string>>) => string;
}

/** A table of keys that `KeyProvider` wrapped with a master key. */
export interface WrappedTable {
  readonly table: string;
  /** Who may read and write it: the application enterprise by enterprise, or the directory's role as a whole. */
  readonly role: 'app' | 'auth';
  readonly id: string;
  readonly wrapped: string;
  /** What the wrapped key is bound to. */
  readonly context: (id: string, enterpriseId: string) => string;
}

/**
 * Every place in the database that holds something under a key, from the `sealed-columns.table.ts` of all libraries:
 * what `payments keys` walks over. A spec compares this with the catalog, so that a new column cannot be forgotten.
 */
export class SealedColumns {
  constructor(
    readonly tables: readonly SealedTable[],
    readonly wrapped: readonly WrappedTable[],
  ) {}
}
