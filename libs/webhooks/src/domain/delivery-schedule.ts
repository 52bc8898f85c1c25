const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after each failed attempt: 15 attempts in about 21 hours, then four more, 12 hours apart. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  1.5 * HOUR,
  2 * HOUR,
  2.5 * HOUR,
  3 * HOUR,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
];

export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** The longest wait that an endpoint may ask for. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR;

/** Each wait varies by up to 10%, so that deliveries that failed together do not retry together. */
const SPREAD = 0.1;

export interface Waiting {
  /** From 0 to below 1. */
  readonly random: number;
  /** What the endpoint asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Milliseconds until the retry after the given attempt (from 1) failed; undefined after the last one. An endpoint
 * can postpone the next attempt by up to six hours; it cannot advance it.
 */
export function waitAfter(attempt: number, { random, retryAfterMs = 0 }: Waiting): number | undefined {
  const planned = WAITS_MS[attempt - 1];
  if (planned === undefined) return undefined;
  const spread = planned * (1 + SPREAD * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

/** Parses `Retry-After`: seconds, or an HTTP date. Returns milliseconds from now, or undefined when it is neither. */
export function retryAfterMs(header: string, now: Date): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // Date.parse accepts more than HTTP dates, such as a bare year.
  const date = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
