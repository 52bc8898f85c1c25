import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DomainError } from '@payments/kernel';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Health } from '../health/health.js';
import type { Log, Metrics } from '@payments/observability';
import { workContext } from '@payments/observability';
import { httpMetrics } from '../metrics.table.js';
import { PROBE } from './closable-server.js';
import { bodyOf } from './error-filter.js';
import { EventLoop } from './event-loop.js';
import { HeldConnections } from './held-connections.js';
import { httpErrors } from './http-errors.js';
import { Pipelines } from './pipelines.js';
import { Places } from './places.js';
import type { Place } from './places.js';
import { requestIdOf } from './request-context.js';

/**
 * With more concurrent requests than this, connections take turns while the process is busy: a request costs less while it
 * waits in the network than in the process.
 */
const CROWD = 50;
const HEADERS = { 'Retry-After': '1', 'Content-Type': 'application/json; charset=utf-8' };
const CLOSE = { Connection: 'close' };

export interface AdmissionOptions {
  /** The maximum number of concurrent requests. */
  readonly limit: number;
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly health: Health;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** All callers without a known token, who share what one enterprise gets. */
const UNKNOWN = '';

/**
 * Allows at most `limit` concurrent requests, and beyond it only those of enterprises with less than their shares. The rest get 503
 * before their bodies are read and most senders identified, and bypass the framework, whose work for them would slow down the requests
 * in progress. A connection waits in line when a request on it was refused, or served while others of its caller wait, or a busy process
 * has more than `CROWD` in progress and its caller more than its share of them: nothing is read from it until its turn.
 */
export class Admission {
  private readonly pipelines = new Pipelines();
  private readonly eventLoop = new EventLoop();
  private readonly held: HeldConnections;
  /** Slots of requests without a body, until their handlers take them over. */
  private readonly reserved = new WeakMap<IncomingMessage, Place>();
  private readonly places: Places;
  /** The enterprise of a sender whose token is known without reading anything. */
  identify: (request: IncomingMessage) => string | undefined = () => undefined;

  constructor(private readonly options: AdmissionOptions) {
    this.places = new Places(options.limit, () => this.held.release());
    this.held = new HeldConnections(() => this.room);
    options.health.watch('requests', () => !this.places.areStuck);
  }

  /** How many more requests may be in progress. A process that stops serves what has been sent to it. */
  private get room(): number {
    const { health, limit } = this.options;
    if (health.isDraining) return Infinity;
    return (this.eventLoop.isBusy ? Math.min(CROWD, limit) : limit) - this.places.inUse;
  }

  /** Limits the routes that are registered from now on. */
  begin(fastify: FastifyInstance): void {
    const bounded = new WeakSet<RouteHandlerMethod>();
    // By callback: a promise would cost every response a turn of the microtasks.
    fastify.addHook('onSend', (request, _reply, ...[payload, done]) => {
      this.unreserve(request.raw)?.release();
      done(null, payload);
    });
    // A connection that is not read would be closed with the requests that wait in it.
    fastify.addHook('preClose', async () => {
      this.held.release();
      await nextTurn();
      await nextTurn();
    });
    fastify.addHook('onRoute', (route) => {
      // A HEAD route takes over the handler of its GET route.
      if (PROBE.test(route.url) || bounded.has(route.handler)) return;
      route.handler = this.bound(route.handler);
      bounded.add(route.handler);
    });
  }

  /** Passes the request to the listener, or refuses it at the limit. */
  serve(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const verdict = this.pipelines.admit(request, response);
    if (verdict === 'ignore') return;
    if (verdict === 'refuse') this.refuse(request, response, { status: 429, error: httpErrors.too_many_requests() });
    else if (!namesHost(request)) this.refuse(request, response, { status: 400, error: httpErrors.bad_request() });
    // Probes must get a response especially under overload.
    else if (PROBE.test(request.url ?? '')) listener(request, response);
    else {
      const caller = this.callerOf(request);
      if (this.places.areTakenFor(caller)) {
        this.hold(request.socket, caller);
        this.refuse(request, response, { status: 503, error: httpErrors.service_unavailable() });
        return;
      }
      if (!hasBody(request)) this.reserve(request, response, caller);
      listener(request, response);
    }
  }

  /** Whether a complete request on the connection still has no response. */
  isResponding(socket: Duplex): boolean {
    return this.pipelines.isResponding(socket);
  }

  // Otherwise a request would be refused only after its sender was identified, which is most of the work for a read. It
  // may end before its handler starts: refused by a guard, or with its connection.
  private reserve(request: IncomingMessage, response: ServerResponse, caller: string): void {
    this.reserved.set(request, this.places.take(caller));
    response.once('close', () => this.unreserve(request)?.release());
  }

  private unreserve(request: IncomingMessage): Place | undefined {
    const place = this.reserved.get(request);
    this.reserved.delete(request);
    return place;
  }

  // A slot is held while the handler runs, so slow senders and slow readers hold none, and a closed connection does not
  // matter. Other requests may take the last slot while a body arrives.
  private bound(handler: RouteHandlerMethod): RouteHandlerMethod {
    const { places } = this;
    const unreserve = (request: IncomingMessage) => this.unreserve(request);
    const hold = (request: IncomingMessage, caller: string) => this.hold(request.socket, caller);
    const waits = (caller: string) => this.waits(caller);
    const callerOf = (request: IncomingMessage) => this.callerOf(request);
    return function (request, reply) {
      const reserved = unreserve(request.raw);
      const caller = reserved?.caller ?? callerOf(request.raw);
      if (reserved === undefined && places.areTakenFor(caller)) {
        hold(request.raw, caller);
        throw httpErrors.service_unavailable();
      }
      const place = reserved ?? places.take(caller);
      if (waits(caller)) hold(request.raw, caller);
      try {
        const result = handler.call(this, request, reply);
        places.hold(Promise.resolve(result), place);
        return result;
      } catch (error) {
        place.release();
        throw error;
      }
    };
  }

  // The guards, which find out who asks, run within the handler.
  private callerOf(request: IncomingMessage): string {
    return this.identify(request) ?? UNKNOWN;
  }

  /** Whether the connection of a request that begins now has to wait with the next one. */
  private waits(caller: string): boolean {
    const { held, places, eventLoop } = this;
    if (held.has(caller)) return true;
    return places.inUse > CROWD && places.isOverShare(caller, CROWD) && eventLoop.isBusy;
  }

  // While the process drains, every connection is about to be closed; an injected request has none.
  private hold(socket: Socket, caller: string): void {
    if (socket instanceof Duplex && !this.options.health.isDraining) this.held.hold(socket, caller);
  }

  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { status, error }: { readonly status: number; readonly error: DomainError },
  ): void {
    const { headers, health, log, metrics } = this.options;
    const requestId = requestIdOf(request);
    const body = JSON.stringify(bodyOf(error));
    const length = { 'Content-Length': String(Buffer.byteLength(body)), 'X-Request-Id': requestId };
    const close = (status !== 503 || health.isDraining) && CLOSE;
    response.writeHead(status, { ...headers, ...HEADERS, ...length, ...close }).end(body);
    const method = request.method ?? '';
    const route = 'unknown';
    metrics.observe(httpMetrics.payments_http_request_seconds, { method, route, status: String(status) }, 0);
    const line = { method, route, status, duration_ms: 0, error_code: error.code };
    workContext.run({ requestId }, () => log.info('request', line));
  }
}

// One, and only one (RFC 9112, 3.2): of two, a gateway might have judged the other. HTTP/1.0 has none.
function namesHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') count += 1;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
