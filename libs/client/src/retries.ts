import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsConnectionError, PaymentsError } from './errors.js';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** A longer Retry-After is left to the caller. */
const LONGEST_RETRY_AFTER_S = 60;
const UNSURE = new Set([500, 502, 503, 504]);

/**
 * How long to wait before a failed request is retried, in milliseconds; `undefined` for no retry. A rate-limited
 * request was not executed, so any may be retried. If it is unknown whether a request took effect, only a repeatable
 * one is retried.
 */
export function waitBefore(attempt: number, repeatable: boolean, error: Error): number | undefined {
  if (!mayRepeat(error, repeatable)) return undefined;
  const { retryAfter_s = 0 } = error as Partial<PaymentsError>;
  if (retryAfter_s > LONGEST_RETRY_AFTER_S) return undefined;
  const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  // Jitter spreads out clients that failed together, and none retries before Retry-After.
  return retryAfter_s * 1000 + backOff * (0.5 + Math.random() / 2);
}

/** Waits. @throws the signal's reason when the caller aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

/** Whether it is unknown if the request took effect. */
export function isUnsure(error: unknown): boolean {
  if (error instanceof PaymentsConnectionError) return true;
  return error instanceof PaymentsError && UNSURE.has(error.status);
}

function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (PaymentsError.is(error) && error.status === 429) return true;
  return repeatable && (isUnsure(error) || PaymentsError.is(error, 'idempotency_key_in_use'));
}

/** Reads `Retry-After`, seconds or a date, as seconds from now. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const given = Number(header);
  const seconds = Number.isNaN(given) ? (Date.parse(header) - Date.now()) / 1000 : given;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
