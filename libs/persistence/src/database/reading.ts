import { workContext } from '@payments/observability';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { PreparedQuery } from './prepared-query.js';
import { isPlanStale } from './sqlstate.js';
import { gatherWrites, PLAN_ONCE, send, spanned, statementOf } from './statements.js';
import type { Sendable } from './statements.js';
import type { Transaction } from './transaction.js';

interface ReadingOptions {
  readonly namesStatements: boolean;
  /** Whether statements that all have names are planned once for all values, as in a transaction that writes. */
  readonly plansOnce: boolean;
}

/** Runs statements, single or concurrent, in a read-only transaction that is one round trip. */
export class Reading implements Transaction {
  readonly isReading = true;
  private asked: Sendable[] = [];
  private results: Promise<QueryResult[]> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly begin: string,
    private readonly options: ReadingOptions,
  ) {}

  get manager(): never {
    throw new Error('a read-only unit of work has no manager; use UnitOfWork.run');
  }

  openWith(): never {
    throw new Error('a read-only unit of work has no writes; use UnitOfWork.run');
  }

  defer(): never {
    throw new Error('a read-only unit of work has no writes; use UnitOfWork.run');
  }

  afterCommit(): never {
    throw new Error('a read-only unit of work does not commit; use UnitOfWork.run');
  }

  async query<Row>(sql: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    const index = this.asked.push(statementOf({ sql, values }, this.options.namesStatements ? name : undefined)) - 1;
    this.results ??= this.ask();
    const { results } = this;
    const answered = await spanned(workContext.find()?.span, name ?? 'statement', () => results);
    return answered[index]!.rows as Row[];
  }

  // Statements queued before a connection is available go out together: BEGIN, the statements and COMMIT in one write.
  private async ask(): Promise<QueryResult[]> {
    const client = await this.pool.connect();
    const { asked } = this;
    this.asked = [];
    this.results = undefined;
    // A lost connection fails the statements, which report the error.
    const onLost = () => undefined;
    client.on('error', onLost);
    let outcomes = await this.send(client, asked);
    if (outcomes.some(({ error }) => isPlanStale(error))) {
      outcomes = await this.send(
        client,
        asked.map((statement) => (statement instanceof PreparedQuery ? statement.again() : statement)),
      );
    }
    const failed = outcomes.find(({ error }) => error !== null);
    client.off('error', onLost);
    // A connection that cannot end its transaction is discarded.
    client.release(outcomes.at(-1)!.error !== null);
    if (failed !== undefined) throw failed.error!;
    return outcomes.slice(1, -1).map(({ result }) => result);
  }

  private send(client: PoolClient, statements: readonly Sendable[]): Promise<Outcome[]> {
    const isNamed = statements.every((statement) => statement instanceof PreparedQuery);
    const begin = this.options.plansOnce && isNamed ? `${this.begin}; ${PLAN_ONCE}` : this.begin;
    gatherWrites(client);
    return outcomesOf(client, [begin, ...statements, 'COMMIT']);
  }
}

interface Outcome {
  readonly error: Error | null;
  readonly result: QueryResult;
}

// By callbacks: three promises for each statement would cost more than to send it.
function outcomesOf(client: PoolClient, statements: readonly Sendable[]): Promise<Outcome[]> {
  return new Promise((resolve) => {
    const outcomes: Outcome[] = [];
    let left = statements.length;
    statements.forEach((statement, index) =>
      send(client, statement, (error, result) => {
        outcomes[index] = { error, result };
        left -= 1;
        if (left === 0) resolve(outcomes);
      }),
    );
  });
}
