import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import type { PoolClient, QueryResult } from 'pg';
import { DataSource } from 'typeorm';
import type { QueryRunner } from 'typeorm';
import { workContext } from '../tenancy/context.js';
import { databaseRoles } from './roles.js';
import type { DatabaseRole } from './roles.js';
import { isRetryable } from './sqlstate.js';
import type { Transaction } from './transaction.js';

const ATTEMPTS = 4;
const BACKOFF_MS = 20;

/** As whom a transaction acts: a role, and for tenant rows the enterprise whose rows it may see. */
export interface TransactionScope {
  readonly role: DatabaseRole;
  readonly enterpriseId?: string;
}

/** Opens transactions. Everything but the unit of work and the few cross-tenant readers uses `UnitOfWork` instead. */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in a transaction of its own, never joining one; tried again after a deadlock. */
  async run<T>(scope: TransactionScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(scope, work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * attempt * (0.5 + Math.random())));
      }
    }
  }

  private async runOnce<T>(scope: TransactionScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const open = new OpenTransaction(runner, client);
    // Not awaited: the connection pipelines, so BEGIN travels together with the first statement, in one write.
    gatherWrites(client);
    const begun = client.query(beginStatement(scope));
    begun.catch(() => undefined);
    try {
      const context = workContext.find() ?? { requestId: '-' };
      const result = await workContext.run({ ...context, transaction: open }, () => work(open));
      await begun;
      open.end();
      const commit = await client.query('COMMIT');
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
      await abandon(runner, client);
      throw cause;
    }
  }
}

class OpenTransaction implements Transaction {
  private readonly hooks: (() => void)[] = [];
  private ended = false;

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
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
    const result = (await this.client.query({
      text: sql,
      values: [...values],
      ...(name !== undefined && { name }),
    })) as QueryResult & { rows: Row[] };
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
    if (this.ended) throw new Error('the transaction has ended; a statement came too late');
  }

  committed(): void {
    for (const hook of this.hooks) hook();
  }
}

// Citus hands plain SET LOCAL on to its workers, but not set_config(). SET takes no parameters; the literal is safe
// because it has the shape of a UUID.
function beginStatement({ role, enterpriseId }: TransactionScope): string {
  const begin = `BEGIN; SET LOCAL ROLE ${databaseRoles[role]}`;
  if (enterpriseId === undefined) return begin;
  if (!isUuid(enterpriseId)) throw new Error('the enterprise id is no UUID');
  return `${begin}; SET LOCAL "app.enterprise_id" = '${enterpriseId}'`;
}

// A write costs more than what is written. Until the end of this turn of the event loop they are held back.
function gatherWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function abandon(runner: QueryRunner, client: PoolClient): Promise<void> {
  if (runner.isReleased) return;
  try {
    await client.query('ROLLBACK');
    await release(runner);
  } catch {
    // The connection is gone and the server has rolled back by itself; the pool drops the broken client.
    await runner.release().catch(() => undefined);
  }
}

async function release(runner: QueryRunner): Promise<void> {
  (runner as { isTransactionActive: boolean }).isTransactionActive = false;
  await runner.release();
}
