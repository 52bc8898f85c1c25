import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';

/**
 * The attributes that a span may have. Nothing else is ever written: no bodies, no query strings, no parameters of
 * statements, no addresses chosen by others, and so no personal data.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'db.system.name'?: 'postgresql';
  /** The name of the statement, never its text. */
  readonly 'db.operation.name'?: string;
  readonly 'messaging.destination.name'?: string;
  readonly 'messaging.batch.message_count'?: number;
  readonly 'payments.enterprise_id'?: string;
  readonly 'payments.request_id'?: string;
  readonly 'payments.event_id'?: string;
  readonly 'payments.configuration_id'?: string;
  readonly 'payments.role'?: string;
  readonly 'payments.attempt'?: number;
  readonly 'payments.outcome'?: string;
  /** Class or code of an error, never its message. */
  readonly 'error.type'?: string;
}

const ALLOWED = new Set<string>([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'db.operation.name',
  'messaging.destination.name',
  'messaging.batch.message_count',
  'payments.enterprise_id',
  'payments.request_id',
  'payments.event_id',
  'payments.configuration_id',
  'payments.role',
  'payments.attempt',
  'payments.outcome',
  'error.type',
] satisfies (keyof SpanAttributes)[]);

/** The span of the current work. Without one, tracing is off and costs nothing. */
export class WorkSpan {
  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  /** In W3C Trace Context format, for work that continues this trace. */
  get traceParent(): string {
    const { traceId, spanId } = this.span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  child(name: string, attributes: SpanAttributes = {}, kind = SpanKind.INTERNAL): WorkSpan {
    const context = trace.setSpan(ROOT_CONTEXT, this.span);
    return new WorkSpan(this.tracer, this.tracer.startSpan(name, { kind, attributes: allowed(attributes) }, context));
  }

  note(attributes: SpanAttributes): void {
    this.span.setAttributes(allowed(attributes));
  }

  fail(error: unknown): void {
    this.note({ 'error.type': typeOf(error) });
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}

/** The attributes that may be written. */
export function allowed(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => ALLOWED.has(name) && value !== undefined),
  );
}

function typeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
