import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS } from '@payments/kernel';
import { GaugeCollector, type GaugeSample, type GaugeSource } from '@payments/observability';
import { railsMetrics } from '../application/metrics.table.js';
import { Profiles } from '../application/ports.js';
import { nextCuts } from '../domain/ach-windows.js';
import type { Connection } from '../domain/connection.js';

/** Enough to find a window of any rail, over any holidays. */
const BANKING_DAYS = 5;
const RAILS = ['ach', 'same_day_ach'] as const;

/** How long until the next file of each rail is cut. */
@Injectable()
export class CutGauges implements GaugeSource {
  readonly name = 'bank-cuts';
  readonly gauges = [railsMetrics.payments_rails_cut_in_seconds];

  constructor(
    private readonly profiles: Profiles,
    private readonly clock: Clock,
    collector: GaugeCollector,
  ) {
    collector.add(this);
  }

  read(): Promise<readonly GaugeSample[]> {
    const now = this.clock.now();
    return Promise.resolve(this.profiles.connections.flatMap((connection) => samplesOf(connection, now)));
  }
}

function samplesOf(connection: Connection, now: Date): GaugeSample[] {
  const cuts = nextCuts(connection, now, BANKING_DAYS);
  return RAILS.filter((rail) => connection.rails[rail] === 'ach').flatMap((rail) => {
    const next = cuts.find((cut) => cut.rail === rail);
    if (next === undefined) return [];
    const value = (next.windowAt.getTime() - now.getTime()) / SECOND_MS;
    const labels = { connection: connection.name, rail };
    return [{ gauge: railsMetrics.payments_rails_cut_in_seconds, labels, value }];
  });
}
