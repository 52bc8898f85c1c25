import { PaymentsClient, PaymentsConnectionError } from '@payments/client';
import type { PaymentsClientOptions } from '@payments/client';
import { deviationOf } from '../documented.js';
import type { ClientCredentials } from './raw.js';

/** The service sent a response that it never may; this must not count as a lost response. */
class UnexpectedResponseError extends Error {}

const UNAUTHORIZED = 401;

/**
 * The client library as programs outside use it, but each attempt counts: nothing is retried unseen, and a
 * response that deviates from docs/reference/openapi.generated.json, or rejects a good token, fails the call with its reason as the cause.
 */
export function clientOf(
  baseUrl: string,
  { client_id, client_secret }: ClientCredentials,
  options: Partial<PaymentsClientOptions> = {},
): PaymentsClient {
  const credentials = { clientId: client_id, clientSecret: client_secret };
  return new PaymentsClient({ baseUrl, ...credentials, retries: 0, fetch: watched, ...options });
}

/** Whether there was no response, so that the outcome is unknown. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof PaymentsConnectionError && !(error.cause instanceof UnexpectedResponseError);
}

/** `fetch`, which throws for a wrong response. */
export const watched: typeof globalThis.fetch = async (input, init = {}) => {
  const response = await fetch(input, init);
  const body = await response.clone().text();
  const { status } = response;
  const { method = 'GET' } = init;
  const { pathname: url } = new URL(input instanceof Request ? input.url : input);
  const deviation = deviationOf({ method, url, status, headers: Object.fromEntries(response.headers), body });
  if (deviation !== undefined) throw new UnexpectedResponseError(deviation);
  // The library would quietly get another token.
  if (status === UNAUTHORIZED && new Headers(init.headers).has('authorization')) {
    throw new UnexpectedResponseError(`${method} ${url} refused a good token: ${body}`);
  }
  return response;
};
