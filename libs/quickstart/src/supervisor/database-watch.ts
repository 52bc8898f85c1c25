import type { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { QuickstartError } from '../quickstart.error.js';
import type { Terminal } from '../terminal.js';

const LOOK_EVERY_MS = 500;
const BACKOFF_MS = [0, 1_000, 2_000, 5_000];
/** A server that ran this long was healthy, so its next death starts a new count. */
const WELL_MS = 60_000;
const MAX_DEATHS = 5;

type Server = Pick<EmbeddedPostgres, 'isRunning' | 'start' | 'stop'>;

/**
 * Restarts the embedded database whenever it dies; the api and the worker reconnect by themselves.
 * Resolves when `signal` is aborted. @throws QuickstartError when it keeps dying, or restarts at another address.
 */
export async function watchDatabase(
  { server, adminUrl }: { readonly server: Server; readonly adminUrl: string },
  { say }: Pick<Terminal, 'say'>,
  signal: AbortSignal,
): Promise<void> {
  let deaths = 0;
  let startedAt = performance.now();
  while (await pause(LOOK_EVERY_MS, signal)) {
    if (server.isRunning()) continue;
    if (performance.now() - startedAt > WELL_MS) deaths = 0;
    deaths += 1;
    if (deaths >= MAX_DEATHS) {
      throw new QuickstartError(
        `the database crashed ${deaths} times in a row; see server.log in its directory, then start again`,
      );
    }
    const wait = BACKOFF_MS[Math.min(deaths, BACKOFF_MS.length) - 1] ?? 0;
    say(`the database stopped unexpectedly; restarting it${wait === 0 ? '' : ` in ${wait / 1_000} s`}`);
    if (!(await pause(wait, signal))) return;
    await server.stop();
    const again = await server.start();
    startedAt = performance.now();
    if (again.adminUrl !== adminUrl) {
      throw new QuickstartError('another process took the port of the database while it was down; start again');
    }
    say('the database is running again');
  }
}

/** Returns false when the signal aborts it. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
    function over() {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    }
  });
  return !signal.aborted;
}
