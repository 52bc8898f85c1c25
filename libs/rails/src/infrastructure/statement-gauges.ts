import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS } from '@payments/kernel';
import { GaugeCollector, type GaugeSample, type GaugeSource } from '@payments/observability';
import { reconciliationMetrics } from '../application/statements/metrics.table.js';
import { Statements } from '../application/statements/ports.js';
import { Profiles } from '../application/ports.js';
import { bankingMs } from '../domain/statements/statement-days.js';

const { payments_rails_statement_age_seconds: AGE } = reconciliationMetrics;

/** How old the last statement of each bank is, without weekends and holidays. */
@Injectable()
export class StatementGauges implements GaugeSource {
  readonly name = 'bank-statements';
  readonly gauges = [AGE];

  constructor(
    private readonly profiles: Profiles,
    private readonly statements: Statements,
    private readonly clock: Clock,
    collector: GaugeCollector,
  ) {
    collector.add(this);
  }

  async read(): Promise<readonly GaugeSample[]> {
    const names = this.profiles.connections.map(({ name }) => name);
    if (names.length === 0) return [];
    const now = this.clock.now();
    const received = await this.statements.lastReceived(names);
    return [...received].map(([connection, at]) => ({
      ...{ gauge: AGE, labels: { connection }, value: bankingMs(at, now) / SECOND_MS },
    }));
  }
}
