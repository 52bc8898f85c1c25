import createClient from 'openapi-fetch';
import type { Middleware } from 'openapi-fetch';
import type { paths } from '@payments/client';
import { parseMasked } from '../format/ids.js';
import { session } from '../app/session.js';
import { Problem, problemOf, unanswered } from './problem.js';

const API_VERSION = 'v2022-09-21';

/** The operations without their headers: this module sends those. */
type Operations = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: paths[Path][Method] extends { parameters: infer Parameters }
      ? Omit<paths[Path][Method], 'parameters'> & { parameters: Omit<Parameters, 'header'> }
      : paths[Path][Method];
  };
};

const isRepeatable = (request: Request) => request.method === 'GET' || request.headers.has('Idempotency-Key');

/** Sends a request with the token of this tab. A refused token is renewed once. */
async function send(request: Request): Promise<Response> {
  const again = isRepeatable(request) ? request.clone() : undefined;
  const response = await authorized(request);
  if (response.status !== 401) return response;
  if (!(await session.replaceToken()) || again === undefined) return response;
  return authorized(again);
}

async function authorized(request: Request): Promise<Response> {
  if (session.token !== undefined) request.headers.set('Authorization', `Bearer ${session.token}`);
  try {
    return await fetch(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw unanswered(cause);
  }
}

/** A response that goes on, such as a stream of events. @throws Problem */
export async function openStream(path: string, init: RequestInit): Promise<Response> {
  const headers = { 'Service-Version': API_VERSION, ...init.headers };
  const response = await send(new Request(new URL(path, location.origin), { ...init, headers }));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response;
}

/** A command that reads what the address of the API names; the token is left to whoever runs it. */
export const curlOf = (path: string): string =>
  `curl '${location.origin}${path}' -H 'Service-Version: ${API_VERSION}' -H "Authorization: Bearer $TOKEN"`;

const options = { fetch: send, headers: { 'Service-Version': API_VERSION } };

export const api = createClient<Operations>({ ...options, baseUrl: location.origin });

/** The same operations at the address that receives the numbers of accounts and people. */
export const vault = createClient<Operations>({
  ...options,
  baseUrl: document.documentElement.dataset['vault'] ?? location.origin,
});

/** Answers as they are, with whole numbers. For what is sent on at once and never shown. */
export const unmasked = createClient<Operations>({ ...options, baseUrl: location.origin });

const masking: Middleware = {
  async onResponse({ response }) {
    if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return response;
    const { status } = response;
    const body = JSON.stringify(parseMasked(await response.text()));
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.delete('content-encoding');
    return new Response(body, { status, headers });
  },
};
api.use(masking);
vault.use(masking);

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer. @throws Problem */
export async function dataOf<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw problemOf(response, error);
  if (data === undefined) throw new Problem({ status: response.status, code: 'no_body', message: response.statusText });
  return data;
}

/** For an answer without a body. @throws Problem */
export async function doneOf(answer: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await answer;
  if (!response.ok) throw problemOf(response, error);
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `after` of the next page. */
  readonly next: string | undefined;
}

/** A page of a list, with its continuation from the `Link` header (RFC 8288). @throws Problem */
export async function pageOf<Data, Item>(
  answer: Promise<Answer<Data>>,
  items: (data: Data) => readonly Item[],
): Promise<Page<Item>> {
  const waited = await answer;
  const data = await dataOf(Promise.resolve(waited));
  const link = waited.response.headers.get('link') ?? '';
  const [, next] = /<([^>]+)>;\s*rel="?next"?/.exec(link) ?? [];
  return {
    items: items(data),
    next: next === undefined ? undefined : (new URL(next, location.origin).searchParams.get('after') ?? undefined),
  };
}
