import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NestFactory } from '@nestjs/core';
import { newId } from '@payments/kernel';
import type { Type, DynamicModule } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, isPortalServed } from '@payments/config';
import type { Config } from '@payments/config';
import { Health } from '../health/health.js';
import { registerIdempotency } from '../idempotency/idempotency-hook.js';
import { IdempotencyStore } from '../idempotency/idempotency-store.js';
import type { Log } from '@payments/observability';
import { Metrics, Tracing } from '@payments/observability';
import { Admission } from './admission.js';
import { ClosableServer } from './closable-server.js';
import { bodyOf, ErrorFilter } from './error-filter.js';
import { httpErrors } from './http-errors.js';
import { allowPortalAtVault } from './portal-cors.js';
import { MAX_BODY_BYTES, RawBody } from '../reading/raw-body.js';
import { headersOf, registerResponseHeaders } from './response-headers.js';
import { registerRequestContext, requestIdOf } from './request-context.js';
import { ValidationPipe } from '../validation/validation-pipe.js';

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // How often the time limits are checked.
  connectionsCheckingInterval: 2_000,
  // Admission refuses those without, with the usual body.
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 10_000;
/** A connection idle for this long is closed. Longer than any request takes. */
const STALLED_MS = 60_000;
/** How long the client may take to read why its connection ends. */
const LINGER_MS = 2_000;
// The maximum length of a request line: a path id of any length is looked up, not refused by the router.
const MAX_PARAM_LENGTH = 16_384;
const BUFFERED_TYPE = 'application/octet-stream';
const EXPOSED = ['X-Request-Id', 'Link', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];

declare module 'fastify' {
  interface FastifyRequest {
    /** The media type as it was sent. */
    sentMediaType: string;
  }
  interface FastifyInstance {
    /** Guards every listener of the application. */
    admission: Admission;
  }
}

export interface HttpApplicationOptions {
  readonly module: Type | DynamicModule;
  readonly log: Log;
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks (CIDR). Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Adds routes, such as the documentation. */
  readonly extend?: (app: NestFastifyApplication) => void;
}

/** The HTTP application over `module`, with everything that is the same for every route; not listening yet. */
export async function createHttpApplication(options: HttpApplicationOptions): Promise<NestFastifyApplication> {
  const { module, log, trustedProxies = [], extend } = options;
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (listener: RequestListener) => newServer(() => admission, listener),
    forceCloseConnections: 'idle',
    // A request that arrives during the stop still gets its response: its resources close after it.
    return503OnClosing: false,
    requestIdHeader: false,
    trustProxy: [...trustedProxies],
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => refuse(request, reply),
    clientErrorHandler: (error, socket) => refuseMessage(admission, error, socket),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: log,
    abortOnError: false,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  bufferBodies(fastify);
  const config = app.get<Config>(CONFIG);
  registerRequestContext(fastify, { log, metrics: app.get(Metrics), tracing: app.get(Tracing) });
  const admission: Admission = new Admission({
    limit: config.maxRequests,
    headers: headersOf(config),
    health: app.get(Health),
    log,
    metrics: app.get(Metrics),
  });
  admission.begin(fastify);
  fastify.decorate('admission', admission);
  registerIdempotency(fastify, app.get(IdempotencyStore));
  registerResponseHeaders(fastify, config);
  closeConnectionsWhileDraining(fastify, app.get(Health));
  if (config.environment === 'production') hideSandbox(fastify);
  const routes = collectRoutes(fastify);
  widenBodies(fastify);
  allowOrigins(app, config);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter(log));
  extend?.(app);
  await app.init();
  // Last, so that what refuses a request before its body is read comes first.
  continueExpected(fastify);
  rejectWrongMethods(fastify, routes);
  await fastify.ready();
  return app;
}

/** Pages of the configured origins, and the portal's page, may call from a browser. */
function allowOrigins(app: NestFastifyApplication, config: Config): void {
  const portal = isPortalServed(config) ? new URL(config.publicBaseUrl).origin : undefined;
  if (config.corsOrigins.length > 0) {
    const origin = [...new Set([...config.corsOrigins, ...(portal === undefined ? [] : [portal])])];
    app.enableCors({ origin, exposedHeaders: EXPOSED });
  } else if (portal !== undefined) {
    const isAtVault = (request: FastifyRequest) => listenerOf(request) === 'vault';
    allowPortalAtVault(app.getHttpAdapter().getInstance(), { origin: portal, exposedHeaders: EXPOSED, isAtVault });
  }
}

const onSecondAddress = new WeakSet<object>();

/** Which of the service's two addresses received the request. */
export function listenerOf(request: FastifyRequest): 'base' | 'vault' {
  return onSecondAddress.has(request.raw.socket) ? 'vault' : 'base';
}

/** Serves the same routes on a second port: the vault address. The caller closes it. */
export async function listenAlso(app: NestFastifyApplication, port: number, host: string): Promise<Server> {
  const fastify = app.getHttpAdapter().getInstance();
  const listener: RequestListener = (request, response) => {
    onSecondAddress.add(request.socket);
    fastify.routing(request, response);
  };
  const { admission } = fastify;
  const server = newServer(() => admission, listener);
  server.on('clientError', (error, socket) => refuseMessage(admission, error, socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

function newServer(admission: () => Admission, listener: RequestListener): Server {
  const serve: RequestListener = (request, response) => admission().serve(request, response, listener);
  // Unsupported Expect headers are ignored, which RFC 9110 allows.
  const server = new ClosableServer(SERVER_OPTIONS, serve).on('checkExpectation', serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    serve(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = STALLED_MS;
  return server;
}

// A malformed HTTP message has no request object, so the response goes to the socket itself, unless the client would
// take it for the response to an earlier request. Browsers open connections ahead of their requests: one on which nothing
// was sent in time is closed without a response, which would be taken for that to its first request.
function refuseMessage(admission: Admission, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return;
  if (admission.isResponding(socket) || (socket as Socket).bytesRead === 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(bodyOf(httpErrors.bad_request()));
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = `HTTP/1.1 ${status}\r\nX-Request-Id: ${newId()}\r\nContent-Type: application/json; charset=utf-8`;
  socket.end(`${head}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  // An immediate close would lose the response along with unsent data.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}

// A path that cannot be decoded never reaches a hook.
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', requestIdOf(request.raw));
  void reply.status(404).type('application/json; charset=utf-8').send(bodyOf(httpErrors.not_found()));
}

// Nothing is validated here: an unauthorized caller must get that error first. Fastify itself refuses a malformed media
// type before any guard, so it gets one that is always valid, and the body keeps the real one.
function bufferBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.decorateRequest('sentMediaType', '');
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.sentMediaType = request.headers['content-type'] ?? '';
    request.headers['content-type'] = BUFFERED_TYPE;
    done();
  });
  fastify.addContentTypeParser(BUFFERED_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    done(null, new RawBody({ ...request.headers, 'content-type': request.sentMediaType }, body as Buffer));
  });
}

/** Requests whose senders wait for 100 Continue with their bodies. */
const expecting = new WeakSet<IncomingMessage>();

// A body that is too large is refused by its length, before it is sent.
function continueExpected(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, reply, ...[payload, done]) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (expecting.has(request.raw) && length <= request.routeOptions.bodyLimit) reply.raw.writeContinue();
    done(null, payload);
  });
}

// Some operations take more than others, on both addresses.
function widenBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { maxBodyBytes } = route.config ?? {};
    if (maxBodyBytes !== undefined) route.bodyLimit = maxBodyBytes;
  });
}

// Sandbox operations do not exist in production: they respond 404 to every caller.
function hideSandbox(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith('/sandbox/')) refuse(request, reply);
    else done();
  });
}

// An open connection would send its next request to a stopped process.
function closeConnectionsWhileDraining(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onSend', (_request, reply, ...[payload, done]) => {
    if (health.isDraining) reply.header('Connection', 'close');
    done(null, payload);
  });
}

function collectRoutes(fastify: FastifyInstance): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = routes.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    routes.set(url, methods);
  });
  return routes;
}

// A known route with an unsupported method returns 405 and its supported methods, not 404.
function rejectWrongMethods(fastify: FastifyInstance, routes: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, allowed] of [...routes]) {
    const method = fastify.supportedMethods.filter((name) => !allowed.has(name));
    if (url.includes('*') || method.length === 0) continue;
    const allow = [...allowed].sort().join(', ');
    fastify.route({
      url,
      method,
      handler: (_request: FastifyRequest, reply: FastifyReply) => {
        const body = bodyOf(httpErrors.method_not_allowed());
        return reply.status(405).header('Allow', allow).type('application/json; charset=utf-8').send(body);
      },
    });
  }
}
