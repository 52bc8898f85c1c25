import { Inject, Injectable } from '@nestjs/common';
import { isUuid, pause } from '@payments/kernel';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { QueryRunner } from 'typeorm';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Metrics, withSpan, workContext } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import { persistenceMetrics } from '../metrics.table.js';
import { withTransaction } from './current-transaction.js';
import { OpenTransaction } from './open-transaction.js';
import { Reading } from './reading.js';
import { databaseRoles, limitSettings, roleLimits } from './roles.js';
import type { DatabaseRole } from './roles.js';
import { isRetryable, isSilence } from './sqlstate.js';
import type { Transaction } from './transaction.js';

const HAS_CITUS = `SELECT FROM pg_extension WHERE extname = 'citus'`;
const ATTEMPTS = 4;
const BACKOFF_MS = 20;

/** The identity of a transaction: a role, and for tenant rows the enterprise whose rows it may see. */
export interface TransactionScope {
  readonly role: DatabaseRole;
  readonly enterpriseId?: string;
}

/** Opens transactions. Everything but the unit of work and the few cross-tenant readers uses `UnitOfWork` instead. */
@Injectable()
export class Transactions {
  private distributed: boolean | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'databaseNamedStatements'>,
    private readonly metrics: Metrics,
  ) {}

  /** Runs `work` in a new transaction, never joining one. Retried after a deadlock. */
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

  /** Runs statements, single or concurrent, in a read-only transaction that is one round trip. */
  reading(scope: TransactionScope): Transaction {
    const { databaseNamedStatements: namesStatements } = this.config;
    // Until the first transaction has asked, the server chooses.
    const plansOnce = this.distributed === false && this.plansOnce(scope);
    return new Reading(this.pool, beginStatement(scope, 'BEGIN READ ONLY'), { namesStatements, plansOnce });
  }

  /** Whether the database is Citus, where several servers hold the rows. */
  async isDistributed(): Promise<boolean> {
    return (this.distributed ??= (await this.pool.query(HAS_CITUS)).rows.length > 0);
  }

  // What may scan tables looks for rows of a range, of which only the values say whether it has many or none.
  private plansOnce({ role }: TransactionScope): boolean {
    return this.config.databaseNamedStatements && roleLimits[role]?.scansTables !== true;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { readonly master: Pool }).master;
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
    // Before a connection is taken: the question takes one, too.
    const isDistributed = this.distributed ?? (await this.isDistributed());
    const runner = this.dataSource.createQueryRunner();
    const askedAt = performance.now();
    const client = (await runner.connect()) as PoolClient;
    this.metrics.observe(persistenceMetrics.payments_pool_wait_seconds, {}, (performance.now() - askedAt) / 1000);
    const { databaseNamedStatements: namesStatements } = this.config;
    const plansOnce = !isDistributed && this.plansOnce(scope);
    const open = new OpenTransaction(runner, client, { role: scope.role, namesStatements, plansOnce, span });
    try {
      open.begin(beginStatement(scope));
      const result = await withTransaction(open, () => work(open), span);
      await open.commit();
      await release(runner);
      open.committed();
      return result;
    } catch (error) {
      open.end();
      const failure = (await open.firstFailure()) ?? { error };
      await (open.isOver ? release(runner) : abandon(runner, client, failure.error));
      const cause = open.causeOf(failure.error);
      if (failure.explain === undefined || isRetryable(cause)) throw cause;
      throw await failure.explain(cause);
    }
  }
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

async function abandon(runner: QueryRunner, client: PoolClient, cause: unknown): Promise<void> {
  if (runner.isReleased) return;
  if (isSilence(cause)) return drop(runner, cause);
  try {
    await client.query('ROLLBACK');
    await release(runner);
  } catch (error) {
    // The connection is lost, or ROLLBACK was cancelled and the transaction is still open on it.
    await drop(runner, error);
  }
}

// Given an error, the pool closes the connection instead of reusing it, and the server rolls back.
function drop(runner: QueryRunner, cause: unknown): Promise<void> {
  const releasing = runner as unknown as { releasePostgresConnection(error: unknown): Promise<void> };
  return releasing.releasePostgresConnection(cause);
}

async function release(runner: QueryRunner): Promise<void> {
  (runner as { isTransactionActive: boolean }).isTransactionActive = false;
  await runner.release();
}
