import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { endsWithin } from '@payments/kernel';
import { type Metrics } from './metrics.js';
import { observabilityMetrics } from './metrics.table.js';
import { Tracing } from './tracing.js';

// What the collector does not take waits here and no longer: further spans are dropped, the service goes on.
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 };
const STOP_MS = 2_000;

export interface OtlpOptions {
  /** Of the collector, without the path of traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of the traces that begin here, or with a caller who records them. */
  readonly ratio: number;
}

/** Tracing that sends its spans to a collector over OTLP/HTTP. */
export function otlpTracing({ endpoint, serviceName, ratio }: OtlpOptions, metrics: Metrics): Tracing {
  const share = new TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: QUEUE.exportTimeoutMillis,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    // A caller may name the trace, but not how many of them we record. What the outbox names is recorded already.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [new BatchSpanProcessor(counting(exporter, metrics), QUEUE)],
  });
  return new Tracing(provider.getTracer('payments'), () => stopInTime(provider));
}

function counting(exporter: SpanExporter, metrics: Metrics): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        metrics.count(
          observabilityMetrics.payments_spans_total,
          { outcome: (result.code as number) === 0 ? 'sent' : 'lost' },
          spans.length,
        );
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

// A collector that does not answer must not hold up the stop.
async function stopInTime(provider: BasicTracerProvider): Promise<void> {
  await endsWithin(
    provider.shutdown().catch(() => undefined),
    STOP_MS,
  );
}
