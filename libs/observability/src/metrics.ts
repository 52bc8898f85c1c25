import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metric, MetricTable } from './define-metrics.js';

type Collector = Counter | Gauge | Histogram;
/** Exactly the labels of the metric. */
type Labels<Label extends string> = Readonly<Record<NoInfer<Label>, string>>;

/** The Prometheus metrics of the process: those of the table, and what prom-client reports of any Node.js process. */
export class Metrics {
  readonly registry = new Registry();
  private readonly collectors: ReadonlyMap<string, Collector>;

  /** @param table the metrics of the libraries and all contexts */
  constructor(table: MetricTable) {
    this.collectors = new Map(Object.values(table).map((metric) => [metric.name, collectorOf(metric, this.registry)]));
    collectDefaultMetrics({ register: this.registry, prefix: 'payments_' });
  }

  count<Label extends string>(metric: Metric<'counter', Label>, labels: Labels<Label>, by = 1): void {
    (this.find(metric) as Counter).inc(labels, by);
  }

  observe<Label extends string>(metric: Metric<'histogram', Label>, labels: Labels<Label>, seconds: number): void {
    (this.find(metric) as Histogram).observe(labels, seconds);
  }

  set<Label extends string>(metric: Metric<'gauge', Label>, labels: Labels<Label>, value: number): void {
    (this.find(metric) as Gauge).set(labels, value);
  }

  /** Removes every value of a gauge. */
  forget(metric: Metric<'gauge'>): void {
    const gauge = this.find(metric) as Gauge;
    gauge.reset();
    // Without labels it would start again at 0, which is a value too.
    if (metric.labels.length === 0) gauge.remove({});
  }

  private find({ name }: Metric): Collector {
    const found = this.collectors.get(name);
    if (found === undefined) throw new Error(`the metric ${name} is not registered`);
    return found;
  }
}

function collectorOf({ name, type, help, labels, buckets }: Metric, registry: Registry): Collector {
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
