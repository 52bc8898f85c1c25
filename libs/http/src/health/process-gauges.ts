import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseProbe, persistenceMetrics } from '@payments/persistence';
import { httpMetrics } from '../metrics.table.js';
import { Health } from './health.js';
import { GaugeCollector, Log, Metrics, observabilityMetrics } from '@payments/observability';
import type { GaugeSample } from '@payments/observability';

/** The state of this process: its database connections, its readiness, its clock offset, and the build it runs. */
@Injectable()
export class ProcessGauges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly health: Health,
    private readonly probe: DatabaseProbe,
    metrics: Metrics,
    gaugeCollector: GaugeCollector,
    log: Log,
  ) {
    log.whenDropped(() => metrics.count(observabilityMetrics.payments_log_lines_dropped_total, {}));
    metrics.set(httpMetrics.payments_build_info, { version: packageVersion(), node: process.versions.node }, 1);
    metrics.set(httpMetrics.payments_process_heap_limit_bytes, {}, getHeapStatistics().heap_size_limit);
    // Without a limit, the system reports none, or one beyond any memory.
    const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
    metrics.set(httpMetrics.payments_process_memory_limit_bytes, {}, memory);
    const pool = [persistenceMetrics.payments_pool_connections, persistenceMetrics.payments_pool_waiting];
    gaugeCollector.add({ name: 'pool', gauges: pool, read: () => Promise.resolve(this.poolReadings()) });
    const ready = [httpMetrics.payments_ready, httpMetrics.payments_check_up];
    gaugeCollector.add({ name: 'health', gauges: ready, read: () => this.healthReadings() });
    const clock = [httpMetrics.payments_clock_skew_seconds];
    gaugeCollector.add({ name: 'clock', gauges: clock, read: () => this.clockReadings() });
  }

  private poolReadings(): GaugeSample[] {
    const { totalCount, idleCount, waitingCount } = (this.dataSource.driver as unknown as { readonly master: Pool })
      .master;
    return [
      { gauge: persistenceMetrics.payments_pool_connections, labels: { state: 'busy' }, value: totalCount - idleCount },
      { gauge: persistenceMetrics.payments_pool_connections, labels: { state: 'idle' }, value: idleCount },
      { gauge: persistenceMetrics.payments_pool_waiting, labels: {}, value: waitingCount },
    ];
  }

  private async clockReadings(): Promise<GaugeSample[]> {
    const { aheadMs } = await this.probe.clockSkew();
    return [{ gauge: httpMetrics.payments_clock_skew_seconds, labels: {}, value: aheadMs / 1_000 }];
  }

  private async healthReadings(): Promise<GaugeSample[]> {
    const { status, checks } = await this.health.readiness();
    const dependencies = Object.entries(checks).filter(([check]) => check !== 'shutdown');
    return [
      { gauge: httpMetrics.payments_ready, labels: {}, value: status === 'not_ready' ? 0 : 1 },
      ...dependencies.map(([check, state]): GaugeSample => {
        return { gauge: httpMetrics.payments_check_up, labels: { check }, value: state === 'ok' ? 1 : 0 };
      }),
    ];
  }
}

// The build output is nested deeper than the source, so the file is searched upward.
function packageVersion(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    if (dirname(directory) === directory) return 'unknown';
    directory = dirname(directory);
  }
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version?: string };
  return version ?? 'unknown';
}
