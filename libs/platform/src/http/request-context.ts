import { newId } from '@payments/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { workContext } from '../tenancy/context.js';
import type { WorkContext } from '../tenancy/context.js';

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext;
    errorCode: string | undefined;
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request its id and context, and writes one wide log line and one observation when it is answered. */
export function registerRequestContext(fastify: FastifyInstance, log: Log, metrics: Metrics): void {
  fastify.decorateRequest('workContext');
  fastify.decorateRequest('errorCode', undefined);
  let inFlight = 0;
  const changeInFlight = (by: number) => metrics.set('payments_http_requests_in_flight', {}, (inFlight += by));
  fastify.addHook('onRequest', (request, reply, done) => {
    changeInFlight(1);
    // Not onResponse, which never comes for a caller who has gone away.
    reply.raw.once('close', () => changeInFlight(-1));
    request.workContext = { requestId: requestIdOf(request), remoteAddress: request.ip };
    reply.header('X-Request-Id', request.workContext.requestId);
    done();
  });
  // Not earlier: the events that deliver a body would lose the context again.
  fastify.addHook('preValidation', (request, _reply, done) => {
    workContext.run(request.workContext, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, workContext: context } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const duration_ms = Math.round(reply.elapsedTime * 10) / 10;
    const labels = { method, route, status: String(status) };
    metrics.observe('payments_http_request_seconds', labels, reply.elapsedTime / 1000);
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

/** The id that the caller gave the request, or a new one. */
export function requestIdOf(request: FastifyRequest): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : newId();
}
