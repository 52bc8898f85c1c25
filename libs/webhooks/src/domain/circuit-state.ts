const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The window of attempts that decides whether an endpoint is failing. */
export const WINDOW_MS = 5 * MINUTE;
/** Fewer attempts decide nothing. */
const ENOUGH_ATTEMPTS = 10;
const FAILING_SHARE = 0.7;

const FIRST_PROBE_MS = 30 * SECOND;
const LAST_PROBE_MS = 10 * MINUTE;

const LOST_AFTER_MS = 120 * HOUR;
const LOST_AFTER_FAILURES = 15;

/** The state of an endpoint that has failed since its last success. */
export interface CircuitState {
  readonly failing_for_ms: number;
  /** In that time. */
  readonly failures: number;
  /** Nothing is sent until then, and then one attempt; null while everything is sent. */
  readonly probe_at: Date | null;
  readonly probe_wait_ms: number | null;
}

/** How many attempts there were in the window, and how many of them failed. */
export interface RecentAttempts {
  readonly attempts: number;
  readonly failures: number;
}

/**
 * The effect of a failure that is already counted: milliseconds until the probe; undefined when nothing changes.
 * An endpoint that fails 7 of 10 attempts is probed after 30 s, and then waits twice as long after each probe, up to 10
 * minutes. An attempt is the probe if it was started for the scheduled probe (`begunFor`); attempts already running
 * then are not.
 */
export function afterFailure(
  circuitState: CircuitState,
  recent: RecentAttempts,
  begunFor: CircuitState['probe_at'],
): number | undefined {
  if (circuitState.probe_at === null || circuitState.probe_wait_ms === null) {
    const isFailing = recent.attempts >= ENOUGH_ATTEMPTS && recent.failures >= FAILING_SHARE * recent.attempts;
    return isFailing ? FIRST_PROBE_MS : undefined;
  }
  if (begunFor?.getTime() !== circuitState.probe_at.getTime()) return undefined;
  return Math.min(2 * circuitState.probe_wait_ms, LAST_PROBE_MS);
}

/** Whether the endpoint is abandoned: 120 hours without a success, and 15 failures. */
export function isAbandoned({ failing_for_ms, failures }: CircuitState): boolean {
  return failures >= LOST_AFTER_FAILURES && failing_for_ms >= LOST_AFTER_MS;
}
