import { Injectable } from '@nestjs/common';
import { withTimeout } from '@payments/kernel';
import { Log } from './log.js';
import type { Metric } from './define-metrics.js';
import { Metrics } from './metrics.js';
import { observabilityMetrics } from './metrics.table.js';

/** A scrape waits no longer for its sources, and several scrapers read no more often than one. */
const DEADLINE_MS = 2_000;
const FRESH_MS = 5_000;

/** One value of a gauge. */
export interface GaugeSample {
  readonly gauge: Metric<'gauge'>;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A source of gauges that are read at each scrape. */
export interface GaugeSource {
  readonly name: string;
  readonly gauges: readonly Metric<'gauge'>[];
  read(): Promise<readonly GaugeSample[]>;
}

/**
 * Reads gauges for a scrape. A failed or slow source costs the scrape its gauges and two seconds, not the rest: a gauge
 * that cannot be read is left out, because a stale value would look healthy.
 */
@Injectable()
export class GaugeCollector {
  private readonly sources: GaugeSource[] = [];
  private latest: { readonly at: number; readonly done: Promise<void> } | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  add(source: GaugeSource): void {
    this.sources.push(source);
  }

  /** Updates the gauges. Never fails. */
  refresh(): Promise<void> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > FRESH_MS) {
      this.latest = { at: now, done: this.readAll() };
    }
    return this.latest.done;
  }

  private async readAll(): Promise<void> {
    await Promise.all(this.sources.map((source) => this.readOne(source)));
  }

  private async readOne(source: GaugeSource): Promise<void> {
    const { name, gauges } = source;
    let readings: readonly GaugeSample[] = [];
    try {
      readings = await withTimeout(source.read(), DEADLINE_MS, 'it took too long');
    } catch (error) {
      this.metrics.count(observabilityMetrics.payments_snapshot_failures_total, { source: name });
      this.log.warn('gauge_collection_failed', { reason: name, error });
    }
    for (const gauge of gauges) this.metrics.forget(gauge);
    for (const { gauge, labels, value } of readings) this.metrics.set(gauge, labels, value);
  }
}
