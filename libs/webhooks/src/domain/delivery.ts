import { retryAfterMs, waitAfter } from './delivery-schedule.js';

/**
 * `pending` due now or later, or held while its configuration is off · `delivered` the endpoint took it · `failed` no
 * attempt is left
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The status as the interface shows it: what is pending for a configuration that is off is `held`. */
export const SHOWN_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export function shownStatus(status: DeliveryStatus, { enabled }: { readonly enabled: boolean }): ShownStatus {
  return status === 'pending' && !enabled ? 'held' : status;
}

/** What one attempt brought: an answer, or the class of the failure to get one. */
export type AttemptResult =
  | {
      readonly status: number;
      readonly retryAfter?: string | undefined;
      /** The start of the answer's body. */
      readonly answer: string;
      readonly durationMs: number;
    }
  | { readonly failure: string; readonly durationMs: number };

/** What follows from an attempt. `gone`: the endpoint wants no more of this, ever; its configuration is disabled. */
export type Verdict =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly inMs: number }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'gone' };

const GONE = 410;
const MAY_ASK_FOR_TIME = new Set([429, 503]);

/** Judges the result of an attempt, the first of which is number 1. Any 2xx is a success; all else is tried again. */
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

/** The word for why an attempt was no success, e.g. `timeout` or `http_500`; undefined when it was one. */
export function reasonOf(result: AttemptResult): string | undefined {
  if ('failure' in result) return result.failure;
  return result.status >= 200 && result.status < 300 ? undefined : `http_${result.status}`;
}

function askedFor(result: AttemptResult, now: Date): number | undefined {
  if (!('status' in result) || result.retryAfter === undefined) return undefined;
  return MAY_ASK_FOR_TIME.has(result.status) ? retryAfterMs(result.retryAfter, now) : undefined;
}
