import { setTimeout as sleep } from 'node:timers/promises';
import { QuickstartError } from '../quickstart.error.js';
import type { LogView } from './log-view.js';
import type { ServiceProcess } from './service-process.js';
import type { StartSteps } from './start-steps.js';

const POLL_MS = 100;
/** A process is stuck that uses less processor time than this in a minute. To be asked whether it is ready takes less. */
const STUCK_MS = 60_000;
const PROGRESS_MS = 2_000;

interface Waiting {
  readonly isReady: StartSteps['isReady'];
  readonly url: string;
  readonly logs: Pick<LogView, 'lastShown'>;
  readonly logFile: string;
  readonly signal: AbortSignal;
}

/**
 * Waits until the address responds with 200, as long as the process gets on: on a slow or busy machine a start takes minutes.
 * @throws QuickstartError when the process ends first, or does nothing for a minute and is not ready.
 */
export async function untilReady(
  service: Pick<ServiceProcess, 'name' | 'failedToStart' | 'cpuMs' | 'ready'>,
  { isReady, url, logs, logFile, signal }: Waiting,
): Promise<void> {
  let seen = { at: performance.now(), cpuMs: 0 };
  for (; ; await sleep(POLL_MS, undefined, { signal })) {
    signal.throwIfAborted();
    if (await isReady(url)) return service.ready();
    if (service.failedToStart) {
      const reason = logs.lastShown() ?? 'no reason given';
      throw new QuickstartError(`the ${service.name} did not start: ${reason} (see ${logFile})`);
    }
    const now = { at: performance.now(), cpuMs: service.cpuMs };
    if (now.cpuMs - seen.cpuMs >= PROGRESS_MS) seen = now;
    else if (now.at - seen.at > STUCK_MS) {
      throw new QuickstartError(
        `the ${service.name} is not ready, and has done nothing for ${STUCK_MS / 1000} s (${url}); see ${logFile}`,
      );
    }
  }
}
