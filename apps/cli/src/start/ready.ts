import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli.error.js';
import type { LogView } from './log-view.js';
import type { ServiceProcess } from './service-process.js';

const POLL_MS = 100;
const REQUEST_MS = 2_000;
const LIMIT_MS = 60_000;

/**
 * Waits until the address answers 200.
 * @throws CliError when the process ends first or does not get ready within a minute.
 */
export async function untilReady(
  service: ServiceProcess,
  { url, logs, logFile, signal }: { url: string; logs: LogView; logFile: string; signal: AbortSignal },
): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(POLL_MS, undefined, { signal })) {
    signal.throwIfAborted();
    if (await answers(url)) return service.ready();
    if (!service.failedToStart) continue;
    const reason = logs.lastShown() ?? 'no reason given';
    throw new CliError(`the ${service.name} did not start: ${reason} (see ${logFile})`);
  }
  throw new CliError(`the ${service.name} is not ready after ${LIMIT_MS / 1000} s (${url}); see ${logFile}`);
}

/** True when the address answers 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
