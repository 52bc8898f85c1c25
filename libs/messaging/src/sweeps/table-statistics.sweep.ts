import { Injectable } from '@nestjs/common';
import { Log } from '@payments/observability';
import { Transactions } from '@payments/persistence';
import { Sweeps } from '../outbox/handlers.js';
import type { Sweep } from '../outbox/handlers.js';

const EVERY_MS = 2_000;

/**
 * Collects the statistics of tables that have grown several times over, which autovacuum does a minute or more later. Until
 * then statements are executed as they were planned for an almost empty table.
 */
@Injectable()
@Sweeps({ name: 'table-statistics' })
export class TableStatistics implements Sweep {
  private nextAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /** Looks at one table, when it is time. Returns whether there may be another. */
  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextAt) return false;
    // Before the attempt: a failed one also waits.
    this.nextAt = performance.now() + EVERY_MS;
    const table = await this.collect();
    if (table === null) return false;
    this.nextAt = 0;
    this.log.info('statistics_collected', { what: table });
    return true;
  }

  /** @returns the name of the table, or null if none has outgrown its statistics */
  async collect(): Promise<string | null> {
    const [collected] = await this.transactions.run({ role: 'maintenance' }, (transaction) =>
      transaction.query<{ table: string | null }>(
        'SELECT platform.collect_statistics() AS table',
        [],
        'collect-statistics',
      ),
    );
    return collected!.table;
  }
}
