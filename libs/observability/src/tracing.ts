import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { OnApplicationShutdown } from '@nestjs/common';
import { allowed, WorkSpan } from './work-span.js';
import type { SpanAttributes } from './work-span.js';

const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/**
 * Starts and continues traces. Work after a response continues the trace in its outbox row; a row without one belongs to
 * no trace, or to an unrecorded one, and costs nothing.
 */
export class Tracing implements OnApplicationShutdown {
  constructor(
    private readonly tracer?: Tracer,
    private readonly stop: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** A request from outside. `header` is its `traceparent`, if any. */
  receive(name: string, header: string | string[] | undefined, attributes: SpanAttributes): WorkSpan | undefined {
    if (this.tracer === undefined) return undefined;
    const caller = typeof header === 'string' ? spanContextOf(header) : undefined;
    const context = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
    return this.start(name, { kind: SpanKind.SERVER, attributes, context });
  }

  /** Deferred work: it continues the first of the traces, and is linked to the others. */
  resume(name: string, left: readonly (string | null)[], attributes: SpanAttributes): WorkSpan | undefined {
    if (this.tracer === undefined) return undefined;
    const [first, ...others] = [...new Set(left)].flatMap((text) => (text === null ? [] : (spanContextOf(text) ?? [])));
    if (first === undefined) return undefined;
    const links = others.map((context) => ({ context }));
    const context = trace.setSpanContext(ROOT_CONTEXT, first);
    return this.start(name, { kind: SpanKind.CONSUMER, attributes, context, links });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  private start(
    name: string,
    options: { kind: SpanKind; attributes: SpanAttributes; context: Context; links?: { context: SpanContext }[] },
  ): WorkSpan | undefined {
    const { context, kind, attributes, links = [] } = options;
    const span: Span | undefined = this.tracer?.startSpan(
      name,
      { kind, attributes: allowed(attributes), links },
      context,
    );
    return span?.isRecording() ? new WorkSpan(this.tracer!, span) : undefined;
  }
}

function spanContextOf(text: string): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACE_PARENT.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED };
}
