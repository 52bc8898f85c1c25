import { SpanKind } from '@opentelemetry/api';
import { workContext } from './work-context.js';
import type { SpanAttributes, WorkSpan } from './work-span.js';

/** Runs part of the current work in a child span, if the work is traced. */
export async function withChildSpan<T>(
  name: string,
  attributes: SpanAttributes,
  work: (span?: WorkSpan) => Promise<T>,
): Promise<T> {
  const context = workContext.find();
  if (context?.span === undefined) return work();
  const span = context.span.child(name, attributes, SpanKind.CLIENT);
  return workContext.run({ ...context, span }, () => withSpan(span, work));
}

/** Ends the span with the work, and marks it when the work fails. */
export async function withSpan<T>(span: WorkSpan, work: (span: WorkSpan) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
