import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricTable } from './metrics.table.js';
import type { CounterName, GaugeName, HistogramName, LabelsOf, MetricDefinition } from './metrics.table.js';

type Metric = Counter | Gauge | Histogram;

/** The process's Prometheus metrics: those of the table, and what prom-client tells of any Node.js process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly made: ReadonlyMap<string, Metric>;

  constructor() {
    const definitions: [string, MetricDefinition][] = Object.entries(metricTable);
    this.made = new Map(definitions.map(([name, definition]) => [name, make(name, definition, this.registry)]));
    collectDefaultMetrics({ register: this.registry, prefix: 'payments_' });
  }

  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by = 1): void {
    (this.made.get(name) as Counter).inc(labels, by);
  }

  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number): void {
    (this.made.get(name) as Histogram).observe(labels, seconds);
  }

  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void {
    (this.made.get(name) as Gauge).set(labels, value);
  }

  /** Forgets every value of a gauge. */
  forget(name: GaugeName): void {
    const gauge = this.made.get(name) as Gauge;
    gauge.reset();
    // Without labels it would start again at 0, which is a value too.
    if (metricTable[name].labels.length === 0) gauge.remove({});
  }
}

function make(name: string, { type, help, labels, buckets }: MetricDefinition, registry: Registry): Metric {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  switch (type) {
    case 'counter':
      return new Counter(options);
    case 'gauge':
      return new Gauge(options);
    case 'histogram':
      return new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) });
  }
}
