import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@payments/config';
import { unreachable } from './database-url.js';
import { isUnavailable } from './sqlstate.js';

const PATIENCE_MS = 10_000;
const AGAIN_MS = 500;

/**
 * Retries while the database is unreachable: it may be starting or restarting.
 * @throws ConfigError when it is still unreachable after ten seconds; any other error at once.
 */
export async function retryUntilAvailable<T>(ask: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const cause = error instanceof ConfigError ? error.cause : error;
      if (!isUnavailable(cause)) throw error;
      if (performance.now() >= until) throw unreachable(cause);
      await sleep(AGAIN_MS);
    }
  }
}
