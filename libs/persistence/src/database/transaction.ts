import type { EntityManager } from 'typeorm';

/** A parameterized statement. With a `name` the server keeps its plan on the connection. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** A statement whose rows are ignored: it only succeeds or fails. */
export interface Write extends Statement {
  /**
   * Maps the statement's error for the caller. Called once the transaction is rolled back and its connection
   * returned. Returns the error to throw, which may be the original.
   */
  readonly explain?: (error: unknown) => Promise<unknown>;
}

/** The open transaction of the current unit of work. */
export interface Transaction {
  /** Set if each statement, or each pipelined group, is a separate read-only transaction. */
  readonly isReading: boolean;
  /** TypeORM's manager, bound to this transaction's connection. */
  readonly manager: EntityManager;
  /** Runs one statement and returns its rows. */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /**
   * Registers `opening`, which supplies the writes that precede all others. It is called with the first statement, or at
   * commit. Must be called before the first statement.
   */
  openWith(opening: () => readonly Write[]): void;
  /** Sends a write with COMMIT, in the same round trip. When it fails, everything is rolled back. */
  defer(write: Write): void;
  /** Called once the transaction has committed; must not throw. */
  afterCommit(hook: () => void): void;
}
