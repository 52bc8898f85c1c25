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

// Unsent spans wait in this bounded queue: further spans are dropped, and the service continues.
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 };
const STOP_MS = 2_000;

export interface OtlpOptions {
  /** Of the collector, without the path of traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of traces that start here, or with a caller that records them. */
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
    // A caller may set the trace, but not our sampling ratio. Traces from the outbox are already sampled.
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

// A collector that does not respond must not delay the stop.
async function stopInTime(provider: BasicTracerProvider): Promise<void> {
  await endsWithin(
    provider.shutdown().catch(() => undefined),
    STOP_MS,
  );
}
