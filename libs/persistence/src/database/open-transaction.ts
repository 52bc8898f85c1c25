import type { WorkSpan } from '@payments/observability';
import type { PoolClient, QueryResult } from 'pg';
import type { QueryRunner } from 'typeorm';
import { roleLimits } from './roles.js';
import type { DatabaseRole } from './roles.js';
import { gatherWrites, PLAN_ONCE, resultOf, spanned, statementOf } from './statements.js';
import { isConsequence } from './sqlstate.js';
import type { Statement, Transaction, Write } from './transaction.js';

/** How much longer the driver waits than the server's statement timeout. */
const SILENCE_MS = 2_000;
/** From here on, the server chooses between that and a plan for the values. */
const PLAN_FREELY = 'SET LOCAL plan_cache_mode = auto';

interface TransactionOptions {
  readonly role: DatabaseRole;
  readonly namesStatements: boolean;
  /**
   * Whether named statements are planned once for all values. A plan for the values of one execution depends on what the statistics
   * say of its enterprise, which may be nothing.
   */
  readonly plansOnce: boolean;
  readonly span: WorkSpan | undefined;
}

/** A write that was sent, or BEGIN, and its outcome. */
interface Sent {
  readonly outcome: Promise<unknown>;
  readonly explain?: Write['explain'];
}

interface Failure {
  readonly error: unknown;
  readonly explain?: Write['explain'];
}

/** A transaction on a separate connection. No statement waits for the previous one: the connection pipelines. */
export class OpenTransaction implements Transaction {
  readonly isReading = false;
  private readonly hooks: (() => void)[] = [];
  private readonly deferred: Write[] = [];
  private readonly sent: Sent[] = [];
  private opening: (() => readonly Write[]) | undefined;
  private plansFreely = false;
  private ended = false;
  private answered = false;
  /** What put the transaction into its failed state. */
  private cause: unknown;

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly options: TransactionOptions,
  ) {
    // The manager's own saves must join this transaction instead of opening another.
    (runner as { isTransactionActive: boolean }).isTransactionActive = true;
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    (runner as { query: typeof query }).query = (...args) => {
      const outcome = query(...args);
      outcome.catch((error: unknown) => this.failed(error));
      return outcome;
    };
  }

  get manager(): QueryRunner['manager'] {
    this.assertOpen();
    this.sendOpening();
    this.planFreely();
    return this.runner.manager;
  }

  async query<Row>(sql: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    this.assertOpen();
    this.sendOpening();
    try {
      const { rows } = await this.send({ sql, values, ...(name !== undefined && { name }) });
      return rows as Row[];
    } catch (error) {
      // The error was made where the driver reads the socket; its stack is to lead to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  openWith(opening: () => readonly Write[]): void {
    this.assertOpen();
    this.opening = opening;
  }

  defer(write: Write): void {
    this.assertOpen();
    this.deferred.push(write);
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  /** Not awaited, so that BEGIN travels together with the first statement, in one write. */
  begin(statement: string): void {
    gatherWrites(this.client);
    this.note(resultOf(this.client, this.options.plansOnce ? `${statement}; ${PLAN_ONCE}` : statement));
  }

  /** @throws the error of the statement that kept the transaction from being committed */
  async commit(): Promise<void> {
    gatherWrites(this.client);
    this.sendOpening();
    this.end();
    for (const write of this.deferred) this.note(this.send(write), write.explain);
    const commit = await spanned(this.options.span, 'COMMIT', () => resultOf(this.client, 'COMMIT'));
    this.answered = true;
    const failure = await this.firstFailure();
    if (failure !== undefined) throw failure.error;
    // A failed statement whose error was swallowed turns COMMIT into ROLLBACK without an additional error.
    if (commit.command !== 'COMMIT') throw new Error('the transaction was rolled back by an earlier error');
  }

  /** Whether the server has confirmed COMMIT, and so has no open transaction on the connection. */
  get isOver(): boolean {
    return this.answered;
  }

  /** The connection goes to another transaction now; a late statement must not write in it. */
  end(): void {
    this.ended = true;
  }

  committed(): void {
    for (const hook of this.hooks) hook();
  }

  /** The first failure of BEGIN and the writes that were not awaited: it explains why all later ones failed. */
  async firstFailure(): Promise<Failure | undefined> {
    for (const { outcome, explain } of this.sent) {
      try {
        await outcome;
      } catch (error) {
        return { error, explain };
      }
    }
    return undefined;
  }

  /** The error that led to `error`: of statements sent together, the work may see that of a later one first. */
  causeOf(error: unknown): unknown {
    return isConsequence(error) ? (this.cause ?? error) : error;
  }

  private failed(error: unknown): void {
    if (!isConsequence(error)) this.cause ??= error;
  }

  private sendOpening(): void {
    const { opening } = this;
    this.opening = undefined;
    for (const write of opening?.() ?? []) this.note(this.send(write), write.explain);
  }

  // Statements without a name are few, and written for the values that they are given.
  private planFreely(): void {
    if (this.plansFreely || !this.options.plansOnce) return;
    this.plansFreely = true;
    this.note(resultOf(this.client, PLAN_FREELY));
  }

  private send({ sql, values, name }: Statement): Promise<QueryResult> {
    if (name === undefined) this.planFreely();
    const { namesStatements, role, span } = this.options;
    const limits = roleLimits[role];
    const timeoutMs = limits === undefined ? undefined : limits.statementMs + SILENCE_MS;
    const statement = statementOf({ sql, values }, namesStatements ? name : undefined, timeoutMs);
    const outcome = spanned(span, name ?? 'statement', () => resultOf(this.client, statement));
    // A statement that succeeds shows that an earlier failure was undone, to a savepoint.
    outcome.then(
      () => (this.cause = undefined),
      (error: unknown) => this.failed(error),
    );
    return outcome;
  }

  private note(outcome: Promise<unknown>, explain?: Write['explain']): void {
    outcome.catch(() => undefined);
    this.sent.push({ outcome, explain });
  }

  private assertOpen(): void {
    if (this.ended) throw new Error('the transaction has already ended');
  }
}
