import { setMaxListeners } from 'node:events';
import { withChildSpan } from '@payments/observability';
import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
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

export interface OutgoingResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first bytes of the response, read as UTF-8. */
  readonly body: string;
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
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), outgoing.timeoutMs);
    try {
      // Undici honors a signal only once it is connected, so the deadline is also awaited separately.
      const response = await Promise.race([this.exchange(outgoing, deadline.signal), rejectionOf(deadline.signal)]);
      return { ...response, durationMs: elapsed() };
    } catch (error) {
      const failure = deadline.signal.aborted ? 'timeout' : failureClassOf(error);
      return { failure, durationMs: elapsed() };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the idle connections and cuts the others. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.agent.destroy();
  }

  private exchange(outgoing: OutgoingRequest, signal: AbortSignal) {
    const { method, url, headers: own, body } = outgoing;
    return withChildSpan(method, { 'http.request.method': method }, async (span) => {
      const headers = { ...own, ...(span && { traceparent: span.traceParent }) };
      const options = { method, headers, signal, dispatcher: this.agent, ...(body !== undefined && { body }) };
      const response = await request(url, options);
      const text = await readStart(response.body, this.options.maxBodyBytes);
      span?.note({ 'http.response.status_code': response.statusCode });
      return { status: response.statusCode, headers: response.headers, body: text };
    });
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the deadline has passed')), { once: true });
  });
}

async function readStart(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the stream, and the connection with it.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
