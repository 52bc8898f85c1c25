import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../health/health.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { workContext } from '../tenancy/context.js';
import { bodyOf } from './error-filter.js';
import { httpErrors } from './http-errors.js';
import { requestIdOf } from './request-context.js';

/** Whoever asks whether the process is well must hear it, above all when it has too much to do. */
const ALWAYS = /^\/health\//;
const STATUS = 503;
const ERROR = httpErrors.service_unavailable();
const BODY = JSON.stringify(bodyOf(ERROR));
const HEADERS = {
  'Retry-After': '1',
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(BODY)),
};

export interface AdmissionOptions {
  /** How many requests are worked on at once. */
  readonly limit: number;
  /** What every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly health: Health;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Lets at most `limit` requests be worked on at once. What comes beyond is answered 503 before its body is read and before
 * anybody is asked who sent it: waiting would make all slow and none better off. It is not shown to the framework either,
 * whose work for a request would be taken from those that are at work.
 */
export class Admission {
  private atWork = 0;
  private options: AdmissionOptions | undefined;

  /** Counts the requests at work: each from when its body has arrived, so that slow senders take no places. */
  begin(fastify: FastifyInstance, options: AdmissionOptions): void {
    this.options = { ...options, headers: { ...options.headers, ...HEADERS } };
    fastify.addHook('preValidation', (request, reply, done) => {
      // Who has hung up already closes nothing any more.
      if (!ALWAYS.test(request.routeOptions.url ?? '') && !reply.raw.destroyed) {
        this.atWork += 1;
        let isLeft = false;
        const leave = () => {
          if (!isLeft) this.atWork -= 1;
          isLeft = true;
        };
        // Answered, or the sender has hung up.
        reply.raw.once('finish', leave).once('close', leave);
      }
      done();
    });
  }

  /** Shows the listener what there is room for. */
  guard(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { options } = this;
      if (options === undefined || this.atWork < options.limit || ALWAYS.test(request.url ?? '')) {
        listener(request, response);
      } else refuse(request, response, options);
    };
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, options: AdmissionOptions): void {
  const { headers, health, log, metrics } = options;
  const requestId = requestIdOf(request);
  const close = health.isDraining && { Connection: 'close' };
  response.writeHead(STATUS, { ...headers, 'X-Request-Id': requestId, ...close }).end(BODY);
  const method = request.method ?? '';
  const route = 'unknown';
  metrics.observe('payments_http_request_seconds', { method, route, status: String(STATUS) }, 0);
  const line = { method, route, status: STATUS, duration_ms: 0, error_code: ERROR.code };
  workContext.run({ requestId }, () => log.info('request', line));
}
