import type { EntityManager } from 'typeorm';

/** The open transaction of the unit of work at hand. */
export interface Transaction {
  /** Set where each statement, or those asked at once, is a transaction of its own that writes nothing. */
  readonly isReading: boolean;
  /** TypeORM's manager, bound to this transaction's connection. */
  readonly manager: EntityManager;
  /** One parameterised statement; answers its rows. With a `name` the server keeps its plan on the connection. */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Called once the transaction has committed; must not throw. */
  afterCommit(hook: () => void): void;
}
