/** How many failures of a name from one address lock the name for that address. */
const MAX_FAILURES = 10;
/** How long failures count and a lock lasts, from the last failure on. */
export const LOCK_OUT_MS = 15 * 60_000;
const DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

interface FailureCount {
  readonly failures: number;
  readonly expires_at: Date;
}

/** How many seconds the name stays locked for the address; 0 when it is not. */
export function lockedSeconds(ofNameAndAddress: FailureCount | undefined, now: Date): number {
  if (ofNameAndAddress === undefined || ofNameAndAddress.failures < MAX_FAILURES) return 0;
  return Math.max(0, Math.ceil((ofNameAndAddress.expires_at.getTime() - now.getTime()) / 1000));
}

/**
 * The delay of the next login with the name, from any address. It only delays: an attacker must not be able to lock out
 * the owner of a name.
 */
export function delayMs(ofName: FailureCount | undefined): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, (ofName?.failures ?? 0) - MAX_FAILURES) * DELAY_MS);
}
