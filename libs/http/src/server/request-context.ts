import type { IncomingMessage } from 'node:http';
import { newId } from '@payments/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log, Metrics, Tracing, WorkContext, WorkSpan } from '@payments/observability';
import { workContext } from '@payments/observability';
import { httpMetrics } from '../metrics.table.js';

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext;
    errorCode: string | undefined;
    /** Whether the caller's token and credential are valid still, for responses that go on for long. */
    isStillAdmitted: () => Promise<boolean>;
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export interface RequestTelemetry {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/**
 * Gives every request its id and context, and writes one wide log line, one observation and, if it is traced, one span
 * when it ends.
 */
export function registerRequestContext(fastify: FastifyInstance, { log, metrics, tracing }: RequestTelemetry): void {
  fastify.decorateRequest('workContext');
  fastify.decorateRequest('errorCode', undefined);
  let inFlight = 0;
  const changeInFlight = (by: number) =>
    metrics.set(httpMetrics.payments_http_requests_in_flight, {}, (inFlight += by));
  fastify.addHook('onRequest', (request, reply, done) => {
    changeInFlight(1);
    const requestId = requestIdOf(request.raw);
    const span = startSpan(tracing, request, requestId);
    // Not onResponse, which never fires for a disconnected client.
    reply.raw.once('close', () => {
      changeInFlight(-1);
      if (span !== undefined) endSpan(span, request, reply.statusCode);
    });
    request.workContext = { requestId, remoteAddress: request.ip, ...(span && { span }) };
    if (span !== undefined) reply.header('traceresponse', span.traceParent);
    reply.header('X-Request-Id', request.workContext.requestId);
    done();
  });
  // Not earlier: the body's events would lose the context again.
  fastify.addHook('preValidation', (request, _reply, done) => {
    workContext.run(request.workContext, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, workContext: context } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const duration_ms = Math.round(reply.elapsedTime * 10) / 10;
    const labels = { method, route, status: String(status) };
    metrics.observe(httpMetrics.payments_http_request_seconds, labels, reply.elapsedTime / 1000);
    workContext.run(context, () =>
      log.info('request', {
        method,
        route,
        status,
        duration_ms,
        ...(context.remoteAddress && { remote_address: context.remoteAddress }),
        ...(context.actor && { client_id: context.actor }),
        ...(request.errorCode && { error_code: request.errorCode }),
      }),
    );
    done();
  });
}

/** The request id from the caller, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : newId();
}

// Probes arrive every few seconds and carry no information.
function startSpan(tracing: Tracing, request: FastifyRequest, requestId: string): WorkSpan | undefined {
  const route = request.routeOptions.url ?? 'unknown';
  if (route.startsWith('/health/')) return undefined;
  const attributes = { 'http.request.method': request.method, 'http.route': route, 'payments.request_id': requestId };
  return tracing.receive(`${request.method} ${route}`, request.headers['traceparent'], attributes);
}

function endSpan(span: WorkSpan, { workContext: { tenant }, errorCode }: FastifyRequest, status: number): void {
  span.note({
    'http.response.status_code': status,
    ...(tenant && { 'payments.enterprise_id': tenant.enterpriseId }),
    ...(errorCode && { 'error.type': errorCode }),
  });
  if (status >= 500) span.fail({ code: errorCode ?? String(status) });
  span.end();
}
