import { setTimeout as sleep } from 'node:timers/promises';
import { QuickstartError } from '../quickstart.error.js';
import type { LogView } from './log-view.js';
import type { ServiceProcess } from './service-process.js';
import type { StartSteps } from './start-steps.js';

const POLL_MS = 100;
const LIMIT_MS = 60_000;

interface Waiting {
  readonly isReady: StartSteps['isReady'];
  readonly url: string;
  readonly logs: LogView;
  readonly logFile: string;
  readonly signal: AbortSignal;
}

/**
 * Waits until the address responds with 200.
 * @throws QuickstartError when the process ends first or does not get ready within a minute.
 */
export async function untilReady(
  service: ServiceProcess,
  { isReady, url, logs, logFile, signal }: Waiting,
): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(POLL_MS, undefined, { signal })) {
    signal.throwIfAborted();
    if (await isReady(url)) return service.ready();
    if (!service.failedToStart) continue;
    const reason = logs.lastShown() ?? 'no reason given';
    throw new QuickstartError(`the ${service.name} did not start: ${reason} (see ${logFile})`);
  }
  throw new QuickstartError(`the ${service.name} is not ready after ${LIMIT_MS / 1000} s (${url}); see ${logFile}`);
}
