import { Injectable } from '@nestjs/common';
import type { GaugeSample, Metric } from '@payments/observability';
import { GaugeCollector } from '@payments/observability';
import { DatabaseEngine } from './database-engine.js';
import type { Transaction } from './transaction.js';
import { Transactions } from './transactions.js';

const STATEMENT_TIMEOUT_MS = 1_000;
/** Counting stops here: a higher number makes no difference, and counting it costs more and more. */
export const COUNTED_AT_MOST = 10_000;

/** A statement that the relay may run. Columns named like gauges are their values, all others are labels. */
export interface GaugeQuery {
  readonly name: string;
  readonly gauges: readonly Metric<'gauge'>[];
  readonly sql: string;
  /**
   * The same for rows on several servers, which cannot jump through one common index: without recursion, and without a
   * look for each row of a list. Omitted: `sql`.
   */
  readonly sqlOfServers?: string;
  /** Read at each scrape. Omitted: none. */
  readonly values?: () => readonly unknown[];
}

type Row = Readonly<Record<string, unknown>>;

interface Pending {
  readonly query: GaugeQuery;
  readonly rows: Promise<readonly Row[]>;
  readonly resolve: (rows: Promise<readonly Row[]>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gauges over the tables of all enterprises. All statements of a scrape go out together in one short transaction of the
 * relay, which sees times and states but no other content. Each of them is a source of its own: one that fails costs the
 * scrape its gauges and no others.
 */
@Injectable()
export class DatabaseGauges {
  private readonly queries: GaugeQuery[] = [];
  private readonly failed = new Set<string>();
  private current: ReadonlyMap<string, Pending> | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly engine: DatabaseEngine,
    private readonly collector: GaugeCollector,
  ) {}

  add(query: GaugeQuery): void {
    this.queries.push(query);
    this.collector.add({ name: query.name, gauges: query.gauges, read: () => this.readOne(query) });
  }

  /** Every gauge. @throws the error of the first one that cannot be read */
  async read(): Promise<readonly GaugeSample[]> {
    return (await Promise.all(this.queries.map((query) => this.readOne(query)))).flat();
  }

  /** The statements, as they are sent to one server or to several. */
  statements(isDistributed: boolean): readonly { readonly name: string; readonly sql: string }[] {
    return this.queries.map((query) => ({ name: query.name, sql: textOf(query, isDistributed) }));
  }

  private async readOne({ name, gauges }: GaugeQuery): Promise<readonly GaugeSample[]> {
    const rows = await this.begun().get(name)!.rows;
    return rows.flatMap((row) => readingsOf(row, gauges));
  }

  // Sources that are read at the same moment share a transaction.
  private begun(): ReadonlyMap<string, Pending> {
    if (this.current !== undefined) return this.current;
    const all = this.inOrder().map(pendingOf);
    this.current = new Map(all.map((each) => [each.query.name, each]));
    queueMicrotask(() => (this.current = undefined));
    this.transactions
      .run({ role: 'relay' }, (transaction) => this.send(transaction, all))
      // Those that have their rows keep them.
      .catch((error: unknown) => all.forEach(({ reject }) => reject(error)));
    return this.current;
  }

  // Those that failed come last: the others do not wait for them until the scrape gives up.
  private inOrder(): readonly GaugeQuery[] {
    const isFailed = ({ name }: GaugeQuery) => this.failed.has(name);
    return [...this.queries.filter((query) => !isFailed(query)), ...this.queries.filter(isFailed)];
  }

  private async send(transaction: Transaction, all: readonly Pending[]): Promise<void> {
    const isDistributed = await this.engine.isDistributed();
    await transaction.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await Promise.all(
      all.map(async ({ query, resolve }) => {
        const begun = transaction.query('SAVEPOINT gauge');
        const rows = transaction.query<Row>(textOf(query, isDistributed), query.values?.() ?? [], query.name);
        resolve(rows);
        const isRead = rows.then(Boolean, () => false);
        await Promise.all([begun, transaction.query('ROLLBACK TO SAVEPOINT gauge')]);
        this.note(query, await isRead);
      }),
    );
  }

  private note({ name }: GaugeQuery, isRead: boolean): void {
    if (isRead) this.failed.delete(name);
    else this.failed.add(name);
  }
}

function pendingOf(query: GaugeQuery): Pending {
  let settle: Pick<Pending, 'resolve' | 'reject'>;
  const rows = new Promise<readonly Row[]>((resolve, reject) => (settle = { resolve, reject }));
  // Whoever asks sees the error; a scrape that has given up does not ask any more.
  rows.catch(() => undefined);
  return { query, rows, ...settle! };
}

function textOf({ sql, sqlOfServers }: GaugeQuery, isDistributed: boolean): string {
  return isDistributed ? (sqlOfServers ?? sql) : sql;
}

function readingsOf(row: Row, gauges: readonly Metric<'gauge'>[]): GaugeSample[] {
  const known = new Set(gauges.map(({ name }) => name));
  const labels = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (known.has(name) ? [] : [[name, String(value)]])),
  );
  return gauges.map((gauge) => ({ gauge, labels, value: Number(row[gauge.name]) }));
}
