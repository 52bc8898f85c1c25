import { randomUUID } from 'node:crypto';
import { PaymentsConnectionError, PaymentsError, readRefusal } from './errors.js';
import { List, nextOf } from './list.js';
import type { CreateOptions, PaymentsClientOptions } from './options.js';
import { isUnsure, pause, readRetryAfter, waitBefore } from './retries.js';
import { Tokens } from './tokens.js';
import type { Grant } from './tokens.js';
import type { BodyOf, Changed, Method, MethodOf, Path, PendingChange, QueryOf, ResponseOf } from './types.js';

const SERVICE_VERSION = 'v2022-09-21';
const TIMEOUT_MS = 30_000;
const RETRIES = 3;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;

/** Metadata of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly requestId: string;
  /** The stored response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

interface Call<P extends Path, M extends Method> extends CreateOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<P, M> | undefined;
  /** The query as text, in place of `query`. */
  readonly search?: string | undefined;
  readonly body?: BodyOf<P, M> | undefined;
  /** A body of another type than JSON, in place of `body`. */
  readonly content?: { readonly type: string; readonly digest: string; readonly text: string };
  /** The request is idempotent. Default: true for all methods but POST and PATCH. */
  readonly repeatable?: boolean;
  /** Sent without a token. */
  readonly open?: boolean;
  /** Read as text of this type instead of JSON. */
  readonly accept?: string;
}

type QueryValue = string | number | undefined | readonly string[];

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly open: boolean;
}

interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const infos = new WeakMap<object, ResponseInfo>();

/**
 * Metadata of a result that a client method returned: status, request id, and whether it is a replayed response.
 *
 * @example
 * const transfer = await payments.transfers.create(input, { idempotencyKey });
 * if (responseInfo(transfer)?.replayed) console.log('this was sent before');
 */
export function responseInfo(response: object): ResponseInfo | undefined {
  return infos.get(response);
}

/** A changed resource with the approval that the change waits for; the same object, so that `responseInfo` knows it. */
export function changed<Resource extends object>(resource: Resource, approval?: PendingChange): Changed<Resource> {
  return approval ? Object.assign(resource, { approval }) : resource;
}

/** Sends requests with a token and a timeout, and retries where that is safe. */
export class Api {
  private readonly tokens: Tokens;
  private readonly fetch: typeof globalThis.fetch;

  constructor(private readonly options: PaymentsClientOptions) {
    this.fetch = options.fetch ?? globalThis.fetch;
    this.tokens = new Tokens((refreshToken) => this.logIn(refreshToken));
  }

  /**
   * @throws PaymentsError when the service refuses, PaymentsConnectionError when no response arrives, the signal's
   *   reason when it is aborted.
   */
  async send<P extends Path, M extends MethodOf<P>>(
    method: M,
    path: P,
    call: Call<P, M> = {},
  ): Promise<ResponseOf<P, M>> {
    const raw = await this.exchange(method, path, call);
    return (raw && parse(raw)) as ResponseOf<P, M>;
  }

  /** Like `send`, with an idempotency key: the caller's, or a new one that all attempts share. */
  create<P extends Path, M extends MethodOf<P>>(method: M, path: P, call: Call<P, M>): Promise<ResponseOf<P, M>> {
    return this.send(method, path, { ...call, idempotencyKey: call.idempotencyKey ?? randomUUID() });
  }

  /** Returns a response that is text of another type than JSON. */
  async text<P extends Path>(path: P, call: Call<P, 'get'> & { readonly accept: string }): Promise<string> {
    return (await this.exchange('get', path, call))?.text ?? '';
  }

  /** A list of which each page holds its items under `name`. */
  list<P extends Path, Item>(path: P, call: Call<P, 'get'>, itemsOf: (page: ResponseOf<P, 'get'>) => readonly Item[]) {
    return new List<Item>(async (next) => {
      const raw = await this.exchange('get', path, { ...call, search: next });
      const following = nextOf(raw?.headers.get('link') ?? null);
      const items = itemsOf((raw && parse(raw)) as ResponseOf<P, 'get'>);
      return { items, ...(following && { next: following }) };
    });
  }

  private async exchange<P extends Path, M extends Method>(
    method: M,
    path: P,
    call: Call<P, M>,
  ): Promise<RawResponse | undefined> {
    const request = this.request(method, path, call);
    const repeatable = call.repeatable ?? (call.idempotencyKey !== undefined || !['post', 'patch'].includes(method));
    const retries = this.options.retries ?? RETRIES;
    let unsure = false;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.attempt(request);
      if (!(outcome instanceof Error)) return outcome;
      // An earlier attempt deleted it, but its response was lost.
      if (method === 'delete' && unsure && PaymentsError.is(outcome) && outcome.status === NOT_FOUND) return undefined;
      const wait = attempt < retries ? waitBefore(attempt, repeatable, outcome) : undefined;
      if (wait === undefined) throw outcome;
      unsure ||= isUnsure(outcome);
      await pause(wait, request.signal);
    }
  }

  private request<P extends Path, M extends Method>(method: M, path: P, call: Call<P, M>): Request {
    const { body, content, idempotencyKey, open = false, accept = 'application/json' } = call;
    const url = new URL(filledIn(path, call.path ?? {}), this.options.baseUrl);
    url.search = call.search ?? textOf(call.query ?? {});
    const headers = {
      Accept: accept,
      'Service-Version': this.options.serviceVersion ?? SERVICE_VERSION,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(content && { 'Content-Type': content.type, 'Content-Digest': content.digest }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(this.options.apiKey !== undefined && !open && { 'X-API-Key': this.options.apiKey }),
    };
    const text = body === undefined ? content?.text : JSON.stringify(body);
    return { method: method.toUpperCase(), url, headers, body: text, signal: call.signal, open };
  }

  private async attempt(request: Request): Promise<RawResponse | Error> {
    if (request.open) return this.once(request);
    const token = await this.tokens.get();
    const outcome = await this.once(request, token);
    if (!(outcome instanceof PaymentsError)) return outcome;
    // The token may have expired in transit, or its key was rotated: retry once; then it is the credentials.
    if (outcome.status === UNAUTHORIZED) this.tokens.refused(token);
    else if (outcome.error_code === 'step_up_required') this.tokens.outgrown(token);
    else return outcome;
    return this.once(request, await this.tokens.get());
  }

  private async once({ method, url, headers, body, signal }: Request, token?: string): Promise<RawResponse | Error> {
    const timeout = AbortSignal.timeout(this.options.timeout_ms ?? TIMEOUT_MS);
    const what = `${method} ${url.pathname}`;
    let raw: RawResponse;
    try {
      const response = await this.fetch(url, {
        method,
        headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body !== undefined && { body }),
      });
      raw = { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      const why = timeout.aborted
        ? `took longer than ${this.options.timeout_ms ?? TIMEOUT_MS} ms`
        : 'received no response';
      return new PaymentsConnectionError(`${what} ${why}`, undefined, { cause });
    }
    return raw.status >= 200 && raw.status < 300 ? raw : errorOf(what, raw);
  }

  private async logIn(refreshToken: string | undefined): Promise<Grant> {
    const { options } = this;
    const once = { open: true, repeatable: true };
    if ('clientId' in options) {
      const { clientId: client_id, clientSecret: client_secret, scopes } = options;
      const body = { client_id, client_secret, ...(scopes && { scope: scopes.join(' ') }) };
      return this.send('post', '/oauth/token', { body, ...once });
    }
    if (refreshToken !== undefined) {
      try {
        return await this.send('post', '/refresh', { body: { refresh_token: refreshToken }, ...once });
      } catch (error) {
        if (!PaymentsError.is(error, 'unauthorized')) throw error;
      }
    }
    return this.send('post', '/authenticate', { body: options.user, ...once });
  }
}

function filledIn(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function textOf(query: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  }
  return search.toString();
}

function errorOf(what: string, { status, headers, text }: RawResponse): Error {
  const refusal = readRefusal(text);
  const retryAfter_s = readRetryAfter(headers.get('retry-after'));
  if (refusal !== undefined) {
    return new PaymentsError(refusal, { status, requestId: headers.get('x-request-id') ?? '', retryAfter_s });
  }
  return new PaymentsConnectionError(
    `${what} received ${status}, but not from the service; check the base URL`,
    status,
    { retryAfter_s },
  );
}

/** @throws PaymentsConnectionError when a successful response is not JSON: an intermediary responded. */
function parse({ status, headers, text }: RawResponse): unknown {
  if (text === '') return undefined;
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new PaymentsConnectionError(`received ${status} with a body that is not JSON`, status, { cause });
  }
  const requestId = headers.get('x-request-id') ?? '';
  const info = { status, requestId, replayed: headers.get('idempotent-replayed') === 'true' };
  for (const each of [json, ...Object.values(json)]) {
    if (typeof each === 'object' && each !== null) infos.set(each, info);
  }
  return json;
}
