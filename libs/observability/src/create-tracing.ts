import type { Config } from '@payments/config';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import { Tracing } from './tracing.js';

/** The exporter is loaded only if an endpoint for spans is configured. */
export async function createTracing({ traces }: Config, log: Log, metrics: Metrics): Promise<Tracing> {
  if (traces.endpoint === undefined) return new Tracing();
  const { otlpTracing } = await import('./otlp.js');
  const { endpoint, ratio, serviceName = `payments-${log.name}` } = traces;
  return otlpTracing({ endpoint, serviceName, ratio }, metrics);
}
