import { retryAfterMs, waitAfter } from './delivery-schedule.js';

/**
 * `pending` due now or later, or held while its configuration is off · `delivered` the endpoint accepted it · `failed` no
 * attempt is left
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The status as the interface shows it: what is pending for a configuration that is off is `held`. */
export const SHOWN_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export function shownStatus(status: DeliveryStatus, { enabled }: { readonly enabled: boolean }): ShownStatus {
  return status === 'pending' && !enabled ? 'held' : status;
}

/** The result of one attempt: a response, or the class of the failure to get one. */
export type AttemptResult =
  | {
      readonly status: number;
      readonly retryAfter?: string | undefined;
      /** The start of the response body. */
      readonly answer: string;
      readonly durationMs: number;
    }
  | { readonly failure: string; readonly durationMs: number };

/** The outcome of an attempt. `gone`: the endpoint permanently rejects webhooks; its configuration is disabled. */
export type Verdict =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly inMs: number }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'gone' };

const GONE = 410;
const MAY_ASK_FOR_TIME = new Set([429, 503]);

/** Decides the outcome of an attempt, counted from 1. Any 2xx is a success; all else is retried. */
export function judge(
  attempt: number,
  result: AttemptResult,
  { now, random }: { readonly now: Date; readonly random: number },
): Verdict {
  if ('status' in result) {
    if (result.status >= 200 && result.status < 300) return { outcome: 'delivered' };
    if (result.status === GONE) return { outcome: 'gone' };
  }
  const inMs = waitAfter(attempt, { random, retryAfterMs: askedFor(result, now) });
  return inMs === undefined ? { outcome: 'failed' } : { outcome: 'retry', inMs };
}

/** The failure reason of an attempt, e.g. `timeout` or `http_500`; undefined on success. */
export function reasonOf(result: AttemptResult): string | undefined {
  if ('failure' in result) return result.failure;
  return result.status >= 200 && result.status < 300 ? undefined : `http_${result.status}`;
}

function askedFor(result: AttemptResult, now: Date): number | undefined {
  if (!('status' in result) || result.retryAfter === undefined) return undefined;
  return MAY_ASK_FOR_TIME.has(result.status) ? retryAfterMs(result.retryAfter, now) : undefined;
}
