import { LONGEST_WAIT_MS } from '@payments/testing';
import { request } from 'undici';
import type { Dispatcher } from 'undici';

/** Of an enterprise, as the command line prints them. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: Dispatcher.HttpMethod;
  /** JSON, or text that resembles it. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose connections are used; without one the request has a separate connection, which ends with it. */
  readonly dispatcher?: Dispatcher;
}

/** Headers with a token. */
export type Bearer = Readonly<Record<'authorization' | 'service-version', string>>;

/**
 * One request as it stands, for what the client library would hide or reject: addresses outside the API, such as health;
 * requests that are wrong on purpose; load of which every response is counted; the fate of connections.
 * Everything else that a client of the API does goes through `clientOf`.
 *
 * @throws Error without a complete response
 */
export async function raw(
  url: string,
  { method = 'GET', body, headers, dispatcher }: RawRequest = {},
): Promise<RawResponse> {
  const response = await request(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    ...(body !== undefined && { body }),
    ...(dispatcher === undefined ? { reset: true } : { dispatcher }),
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

/** The status that the address soon returns; 0 for none. */
export function statusOf(url: string): Promise<number> {
  return raw(url).then(
    ({ status }) => status,
    () => 0,
  );
}

export async function bearerOf(
  baseUrl: string,
  { client_id, client_secret }: ClientCredentials,
  connections: Pick<RawRequest, 'dispatcher'> = {},
): Promise<Bearer> {
  const body = JSON.stringify({ client_id, client_secret });
  const { status, text } = await raw(`${baseUrl}/oauth/token`, { method: 'POST', body, ...connections });
  if (status !== 200) throw new Error(`no token from ${baseUrl}: ${status} ${text}`);
  const { access_token } = JSON.parse(text) as { access_token: string };
  return { authorization: `Bearer ${access_token}`, 'service-version': 'v2022-09-21' };
}
