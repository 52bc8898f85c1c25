import type { Writable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { isUuid, pause } from '@payments/kernel';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DataSource } from 'typeorm';
import type { QueryRunner } from 'typeorm';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Metrics, withSpan, workContext } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import { persistenceMetrics } from '../metrics.table.js';
import { withTransaction } from './current-transaction.js';
import { databaseRoles, limitSettings, roleLimits } from './roles.js';
import type { DatabaseRole } from './roles.js';
import { isRetryable, isSilence } from './sqlstate.js';
import type { Transaction } from './transaction.js';

const ATTEMPTS = 4;
const BACKOFF_MS = 20;
/** By so much the driver waits longer than the server lets a statement take. */
const SILENCE_MS = 2_000;

/** As whom a transaction acts: a role, and for tenant rows the enterprise whose rows it may see. */
export interface TransactionScope {
  readonly role: DatabaseRole;
  readonly enterpriseId?: string;
}

/** Opens transactions. Everything but the unit of work and the few cross-tenant readers uses `UnitOfWork` instead. */
@Injectable()
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'databaseNamedStatements'>,
    private readonly metrics: Metrics,
  ) {}

  /** Runs `work` in a transaction of its own, never joining one; tried again after a deadlock. */
  async run<T>(scope: TransactionScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runTraced(scope, work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        await pause(BACKOFF_MS * attempt * (0.5 + Math.random()));
      }
    }
  }

  /** Answers statements, each or those asked at once in a read-only transaction that is one round trip. */
  reading(scope: TransactionScope): Transaction {
    const { master } = this.dataSource.driver as unknown as { readonly master: Pool };
    return new Reading(master, beginStatement(scope, 'BEGIN READ ONLY'), this.config.databaseNamedStatements);
  }

  private runTraced<T>(scope: TransactionScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const parent = workContext.find()?.span;
    if (parent === undefined) return this.runOnce(scope, work);
    return withSpan(parent.child('transaction', { 'payments.role': scope.role }), (span) =>
      this.runOnce(scope, work, span),
    );
  }

  private async runOnce<T>(
    scope: TransactionScope,
    work: (transaction: Transaction) => Promise<T>,
    span?: WorkSpan,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const askedAt = performance.now();
    const client = (await runner.connect()) as PoolClient;
    this.metrics.observe(persistenceMetrics.payments_pool_wait_seconds, {}, (performance.now() - askedAt) / 1000);
    const { databaseNamedStatements: namesStatements } = this.config;
    const open = new OpenTransaction(runner, client, { role: scope.role, namesStatements, span });
    // Not awaited: the connection pipelines, so BEGIN travels together with the first statement, in one write.
    gatherWrites(client);
    const begun = client.query(beginStatement(scope));
    begun.catch(() => undefined);
    try {
      const result = await withTransaction(open, () => work(open), span);
      await begun;
      open.end();
      const commit = await spanned(span, 'COMMIT', () => client.query('COMMIT'));
      // A failed statement whose error was swallowed turns COMMIT into ROLLBACK without an error of its own.
      if (commit.command !== 'COMMIT') throw new Error('the transaction was rolled back by an earlier error');
      await release(runner);
      open.committed();
      return result;
    } catch (error) {
      open.end();
      // Statements that followed a failed BEGIN fail too; its own error is the one that explains them.
      const cause = await begun.then(
        () => error,
        (failure: unknown) => failure,
      );
      await abandon(runner, client, cause);
      throw cause;
    }
  }
}

interface TransactionOptions {
  readonly role: DatabaseRole;
  readonly namesStatements: boolean;
  readonly span: WorkSpan | undefined;
}

class OpenTransaction implements Transaction {
  readonly isReading = false;
  private readonly hooks: (() => void)[] = [];
  private ended = false;

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly options: TransactionOptions,
  ) {
    // The manager's own saves must join this transaction instead of opening another.
    (runner as { isTransactionActive: boolean }).isTransactionActive = true;
  }

  get manager(): QueryRunner['manager'] {
    this.assertOpen();
    return this.runner.manager;
  }

  async query<Row>(sql: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    this.assertOpen();
    const { namesStatements, role, span } = this.options;
    const limits = roleLimits[role];
    const statement = {
      ...statementOf(sql, values, namesStatements ? name : undefined),
      ...(limits !== undefined && { query_timeout: limits.statementMs + SILENCE_MS }),
    };
    const result = (await spanned(span, name ?? 'statement', () => this.client.query(statement))) as QueryResult & {
      rows: Row[];
    };
    return result.rows;
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  /** From now on the connection belongs to somebody else: a straggler must not write in their transaction. */
  end(): void {
    this.ended = true;
  }

  private assertOpen(): void {
    if (this.ended) throw new Error('the transaction has already ended');
  }

  committed(): void {
    for (const hook of this.hooks) hook();
  }
}

class Reading implements Transaction {
  readonly isReading = true;
  private asked: QueryConfig[] = [];
  private answers: Promise<QueryResult[]> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly begin: string,
    private readonly namesStatements: boolean,
  ) {}

  get manager(): never {
    throw new Error('a read-only unit of work has no manager; use UnitOfWork.run');
  }

  afterCommit(): never {
    throw new Error('a read-only unit of work does not commit; use UnitOfWork.run');
  }

  async query<Row>(sql: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    const index = this.asked.push(statementOf(sql, values, this.namesStatements ? name : undefined)) - 1;
    this.answers ??= this.ask();
    const { answers } = this;
    return spanned(workContext.find()?.span, name ?? 'statement', async () => (await answers)[index]!.rows as Row[]);
  }

  // What was asked until a connection was there travels together: BEGIN, the statements and COMMIT in one write.
  private async ask(): Promise<QueryResult[]> {
    const client = await this.pool.connect();
    const { asked } = this;
    this.asked = [];
    this.answers = undefined;
    // A lost connection fails the statements; nobody else has to hear of it.
    const onLost = () => undefined;
    client.on('error', onLost);
    gatherWrites(client);
    const sent = [this.begin, ...asked, 'COMMIT'].map((text) => client.query(text as QueryConfig));
    const outcomes = await Promise.allSettled(sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    client.off('error', onLost);
    // A connection that cannot end its transaction is of no more use.
    client.release(outcomes.at(-1)?.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return outcomes.slice(1, -1).map((outcome) => (outcome as PromiseFulfilledResult<QueryResult>).value);
  }
}

function statementOf(text: string, values: readonly unknown[], name: string | undefined): QueryConfig {
  return { text, values: [...values], ...(name !== undefined && { name }) };
}

// The name of a statement is written, never its text or its values.
function spanned<T>(parent: WorkSpan | undefined, name: string, query: () => Promise<T>): Promise<T> {
  if (parent === undefined) return query();
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name } as const;
  return withSpan(parent.child(`sql ${name}`, attributes, SpanKind.CLIENT), query);
}

// Citus hands plain SET LOCAL on to its workers, but not set_config(). SET takes no parameters; the literal is safe
// because it has the shape of a UUID.
function beginStatement({ role, enterpriseId }: TransactionScope, begin = 'BEGIN'): string {
  const limits = roleLimits[role];
  const asRole = [
    `${begin}; SET LOCAL ROLE ${databaseRoles[role]}`,
    ...(limits === undefined ? [] : limitSettings(limits).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)),
  ].join('; ');
  if (enterpriseId === undefined) return asRole;
  if (!isUuid(enterpriseId)) throw new Error('the enterprise id is not a UUID');
  return `${asRole}; SET LOCAL "app.enterprise_id" = '${enterpriseId}'`;
}

// A write costs more than what is written. Until the end of this turn of the event loop they are held back.
function gatherWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function abandon(runner: QueryRunner, client: PoolClient, cause: unknown): Promise<void> {
  if (runner.isReleased) return;
  if (isSilence(cause)) return drop(runner, cause);
  try {
    await client.query('ROLLBACK');
    await release(runner);
  } catch {
    // The connection is gone and the server has rolled back by itself; the pool drops the broken client.
    await runner.release().catch(() => undefined);
  }
}

// With its error the pool closes the connection instead of lending it again, and the server rolls back by itself.
function drop(runner: QueryRunner, cause: unknown): Promise<void> {
  const releasing = runner as unknown as { releasePostgresConnection(error: unknown): Promise<void> };
  return releasing.releasePostgresConnection(cause);
}

async function release(runner: QueryRunner): Promise<void> {
  (runner as { isTransactionActive: boolean }).isTransactionActive = false;
  await runner.release();
}
