import { Injectable } from '@nestjs/common';
import { Transactions } from './transactions.js';
import type { GaugeSource, GaugeSample, Metric } from '@payments/observability';
import { GaugeCollector } from '@payments/observability';
const STATEMENT_TIMEOUT_MS = 1_000;
/** Counting stops here: a higher number makes no difference, and counting it costs more and more. */
export const COUNTED_AT_MOST = 10_000;

/** A statement that the relay may run. Columns named like gauges are their values, all others are labels. */
export interface GaugeQuery {
  readonly name: string;
  readonly gauges: readonly Metric<'gauge'>[];
  readonly sql: string;
  /** Read at each scrape. Omitted: none. */
  readonly values?: () => readonly unknown[];
}

/**
 * Gauges over the tables of all enterprises. All statements go out together in one short transaction of the relay,
 * which sees times and states but no other content.
 */
@Injectable()
export class DatabaseGauges implements GaugeSource {
  readonly name = 'database';
  private readonly queries: GaugeQuery[] = [];

  constructor(
    private readonly transactions: Transactions,
    gaugeCollector: GaugeCollector,
  ) {
    gaugeCollector.add(this);
  }

  get gauges(): readonly Metric<'gauge'>[] {
    return this.queries.flatMap(({ gauges }) => gauges);
  }

  add(query: GaugeQuery): void {
    this.queries.push(query);
  }

  read(): Promise<readonly GaugeSample[]> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const [, ...results] = await Promise.all([
        transaction.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
        ...this.queries.map(({ sql, name, values }) =>
          transaction.query<Record<string, unknown>>(sql, values?.() ?? [], name),
        ),
      ]);
      return this.queries.flatMap(({ gauges }, index) => results[index]!.flatMap((row) => readingsOf(row, gauges)));
    });
  }
}

function readingsOf(row: Record<string, unknown>, gauges: readonly Metric<'gauge'>[]): GaugeSample[] {
  const known = new Set(gauges.map(({ name }) => name));
  const labels = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (known.has(name) ? [] : [[name, String(value)]])),
  );
  return gauges.map((gauge) => ({ gauge, labels, value: Number(row[gauge.name]) }));
}
