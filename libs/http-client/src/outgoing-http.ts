import { setMaxListeners } from 'node:events';
import { withChildSpan } from '@payments/observability';
import { Agent } from 'undici';
import { exchange } from './exchange.js';
import type { HttpResponse } from './exchange.js';
import { failureClassOf } from './failure-class.js';
import type { FailureClass } from './failure-class.js';
import { guardedConnector } from './guarded-connector.js';
import type { Resolve } from './guarded-connector.js';
import { blockReason } from './target.js';
import type { TargetPolicy, BlockReason } from './target.js';

const KEEP_ALIVE_MS = 10_000;
const MAX_KEEP_ALIVE_MS = 30_000;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Wall-clock limit of the whole exchange: resolving, connecting, sending, and reading the response. */
  readonly timeoutMs: number;
}

export type OutgoingPost = Omit<OutgoingRequest, 'method'>;

export interface OutgoingResponse extends HttpResponse {
  readonly durationMs: number;
}

export interface OutgoingFailure {
  readonly failure: FailureClass;
  readonly durationMs: number;
}

export interface OutgoingHttpOptions extends TargetPolicy {
  /** The limit for reading a response body; a longer one is truncated, which is not a failure. */
  readonly maxBodyBytes: number;
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve;
}

/**
 * The only client that calls addresses chosen by others. It reaches public addresses only, follows no redirect, enforces
 * a deadline, and limits what it reads: the body limit, and as many bytes again for everything else.
 */
export class OutgoingHttp {
  private readonly agent: Agent;
  private readonly closing = new AbortController();

  constructor(private readonly options: OutgoingHttpOptions) {
    // Every socket adds a listener, so no listener count indicates a leak.
    setMaxListeners(0, this.closing.signal);
    this.agent = new Agent({
      connect: guardedConnector({
        ...options,
        maxResponseBytes: 2 * options.maxBodyBytes,
        closing: this.closing.signal,
      }),
      // No limit per host: many endpoints may share one, and those that hang must not hold up the rest.
      connections: null,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      // The deadline of each exchange covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Why the address may not be called, by its text; undefined when it may. */
  blockReason(url: string): BlockReason | undefined {
    return blockReason(url, this.options);
  }

  post(post: OutgoingPost): Promise<OutgoingResponse | OutgoingFailure> {
    return this.send({ ...post, method: 'POST' });
  }

  /** Sends one request. Failures are returned, not thrown: the caller treats them as results. */
  async send(outgoing: OutgoingRequest): Promise<OutgoingResponse | OutgoingFailure> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    if (this.blockReason(outgoing.url) !== undefined) return { failure: 'refused_address', durationMs: elapsed() };
    try {
      return { ...(await this.exchange(outgoing)), durationMs: elapsed() };
    } catch (error) {
      return { failure: failureClassOf(error), durationMs: elapsed() };
    }
  }

  /** Closes the idle connections and cuts the others. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.agent.destroy();
  }

  private exchange({ method, url, headers: own, body, timeoutMs }: OutgoingRequest): Promise<HttpResponse> {
    const { origin, pathname, search } = new URL(url);
    return withChildSpan(method, { 'http.request.method': method }, async (span) => {
      const headers = { ...own, ...(span && { traceparent: span.traceParent }) };
      const request = { origin, path: `${pathname}${search}`, method, headers, ...(body !== undefined && { body }) };
      const { maxBodyBytes } = this.options;
      const response = await exchange(this.agent, request, { maxBodyBytes, timeoutMs });
      span?.note({ 'http.response.status_code': response.status });
      return response;
    });
  }
}
