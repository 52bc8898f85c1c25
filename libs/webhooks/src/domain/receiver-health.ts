const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The attempts of this time say whether a receiver is failing. */
export const WINDOW_MS = 5 * MINUTE;
/** Fewer attempts say nothing. */
const ENOUGH_ATTEMPTS = 10;
const FAILING_SHARE = 0.7;

const FIRST_PROBE_MS = 30 * SECOND;
const LAST_PROBE_MS = 10 * MINUTE;

const LOST_AFTER_MS = 120 * HOUR;
const LOST_AFTER_FAILURES = 15;

/** What is known of a receiver that has failed since its last success. */
export interface Trouble {
  readonly failing_since: Date;
  /** Since then. */
  readonly failures: number;
  /** Until then nothing is sent, and then one attempt; null while everything is sent. */
  readonly probe_at: Date | null;
  readonly probe_wait_ms: number | null;
}

export type Probe = Required<Pick<Trouble, 'probe_at' | 'probe_wait_ms'>>;

/** How many attempts there were in the window, and how many of them failed. */
export interface RecentAttempts {
  readonly attempts: number;
  readonly failures: number;
}

/**
 * What follows from a failure that is counted already: when to probe next; undefined when nothing changes. A receiver
 * that fails 7 of 10 attempts gets one after 30 s, and from then on waits twice as long after each, up to 10 minutes.
 * Attempts that were under way when it came to that are no probes.
 */
export function afterFailure(
  trouble: Trouble,
  recent: RecentAttempts,
  { startedAt, now }: { readonly startedAt: Date; readonly now: Date },
): Probe | undefined {
  if (trouble.probe_at === null || trouble.probe_wait_ms === null) {
    const isFailing = recent.attempts >= ENOUGH_ATTEMPTS && recent.failures >= FAILING_SHARE * recent.attempts;
    return isFailing ? probeAfter(FIRST_PROBE_MS, now) : undefined;
  }
  if (startedAt < trouble.probe_at) return undefined;
  return probeAfter(Math.min(2 * trouble.probe_wait_ms, LAST_PROBE_MS), now);
}

/** Whether nobody seems to care for the receiver any more: 120 hours without a success, and 15 failures. */
export function isLost({ failing_since, failures }: Trouble, now: Date): boolean {
  return failures >= LOST_AFTER_FAILURES && now.getTime() - failing_since.getTime() >= LOST_AFTER_MS;
}

function probeAfter(waitMs: number, now: Date): Probe {
  return { probe_at: new Date(now.getTime() + waitMs), probe_wait_ms: waitMs };
}
