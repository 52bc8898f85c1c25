import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@payments/config';
import { LockFile } from '../embedded-postgres/index.js';
import { QuickstartError } from '../quickstart.error.js';
import { DataDir } from '../data-directory/data-dir.js';
import { endLeftovers } from './orphaned-processes.js';
import { requireFreePorts } from './ports.js';
import { readRun, removeRun } from '../data-directory/run-file.js';
import { StopRequest } from './stop-request.js';
import type { StartSteps } from './start-steps.js';
import { Supervisor } from './supervisor.js';

const LOCK_POLL_MS = 100;
/** Time for a supervisor to notice that its npm has ended. */
const NOTICE_MS = 1_500;
const STOPPING_MS = 45_000;

/**
 * Runs the service until a signal ends it, or until the work is done that it was started for.
 * @returns the exit code.
 * @throws ConfigError or QuickstartError with one line when it cannot start.
 */
export async function supervise(env: NodeJS.ProcessEnv, steps: StartSteps): Promise<number> {
  const config = loadConfig(env);
  // The reader of the output may end (a pipe to head, a closed terminal); the service must keep running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const dataDir = new DataDir(env);
  dataDir.make();
  const lock = await takeLock(dataDir);
  const stop = new StopRequest();
  stop.listen();
  try {
    await endLeftovers(dataDir.run, steps.terminal);
    await requireFreePorts(config);
    await new Supervisor(env, dataDir, stop, steps).run();
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    steps.terminal.say('stopped before the service was ready');
    return 0;
  } finally {
    removeRun(dataDir.run);
    lock.release();
  }
}

/** A stopping service releases the directory soon; a running one does not. */
async function takeLock(dataDir: DataDir): Promise<LockFile> {
  const lock = new LockFile(dataDir.lock);
  const begun = performance.now();
  for (;;) {
    const holder = lock.acquire();
    if (holder === undefined) return lock;
    const patience = readRun(dataDir.run)?.stopping ? STOPPING_MS : NOTICE_MS;
    if (performance.now() - begun > patience) {
      throw new QuickstartError(
        `DATA_DIR: the service already runs in ${dataDir.path} (process ${holder}); stop it, or set a different DATA_DIR and ports to run a second one`,
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}
