type MetricType = 'counter' | 'gauge' | 'histogram';

/** What a metric is. Labels are bounded: names of routes, queues, states and rails, never ids or personal data. */
interface MetricDraft<Type extends MetricType = MetricType, Label extends string = string> {
  readonly type: Type;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds, in the unit of the name. */
  readonly buckets?: readonly number[];
}

/** A metric of a library or a context. */
export interface Metric<Type extends MetricType = MetricType, Label extends string = string> extends MetricDraft<
  Type,
  Label
> {
  readonly name: string;
}

/** Metrics by name. */
export type MetricTable = Readonly<Record<string, Metric>>;

type Defined<Drafts extends Readonly<Record<string, MetricDraft>>> = {
  readonly [Name in keyof Drafts]: Metric<Drafts[Name]['type'], Drafts[Name]['labels'][number]>;
};

/** The buckets of a request, a job or a call, in seconds. */
export const FAST_BUCKETS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/**
 * The metrics of one library or context, in its `metrics.table.ts`. Counters and histograms report what this process did.
 * Gauges marked "all processes" are read from the database or the queue store, so every process reports the same value:
 * take their max, never their sum.
 */
export function defineMetrics<const Drafts extends Readonly<Record<string, MetricDraft>>>(
  drafts: Drafts,
): Defined<Drafts> {
  const named = Object.entries(drafts).map(([name, draft]) => [name, { name, ...draft }]);
  return Object.fromEntries(named) as Defined<Drafts>;
}
