import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ConfigError, loadConfig } from '../config/config.js';
import type { Config } from '../config/config.js';
import { loginUrl, unreachable } from '../database/database-url.js';
import { assertReadyDatabase } from '../database/assert-ready-database.js';
import { patiently } from './patiently.js';
import type { MigrationClass } from '../database/migrate.js';
import { isUnavailable } from '../database/sqlstate.js';
import type { PlatformOptions } from '../platform.module.js';
import { Log } from '../telemetry/log.js';

const HARD_STOP_MS = 30_000;
const LAST_WORDS_MS = 500;

type Destination = ReturnType<typeof pino.destination>;

export interface ProcessOptions {
  readonly name: 'api' | 'worker';
  readonly migrations: readonly MigrationClass[];
  /** Builds and starts the process; answers what stops it again. */
  readonly start: (options: PlatformOptions) => Promise<() => Promise<void>>;
}

/**
 * The life of a server process: settings, database checks, start, and an orderly stop on SIGTERM, SIGINT or when the
 * parent that holds its IPC channel is gone. A start that fails says why in one line and exits with 1.
 */
export async function runProcess({ name, migrations, start }: ProcessOptions): Promise<void> {
  const destination = pino.destination({ fd: 1, sync: false });
  try {
    const config = loadConfig();
    const log = new Log(name, config.logLevel, destination);
    const databaseUrl = await patiently(() => loginUrl(config));
    await patiently(() => assertReadyDatabase(databaseUrl, migrations));
    const stop = await start({ config, databaseUrl, log });
    stopOnSignal(log, stop, destination);
    log.info('started', { port: config.port });
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    await exit(1, destination);
  }
}

function stopOnSignal(log: Log, stop: () => Promise<void>, destination: Destination): void {
  let stopping = false;
  const end = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { signal });
    setTimeout(() => {
      log.error('hard_stop');
      void exit(1, destination);
    }, HARD_STOP_MS).unref();
    await stop().catch((error: unknown) => log.error('stop_failed', { error }));
    log.info('stopped');
    await exit(0, destination);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  if (process.connected) process.on('disconnect', () => void end('disconnect'));
}

// The last lines go out if somebody takes them. Whoever reads our output may be gone, or may read no more: then they are
// given up, and no synchronous write of them must follow, because that one tries again for ever.
async function exit(code: number, destination: Destination): Promise<void> {
  const written = new Promise((resolve) => destination.once('close', resolve));
  destination.end();
  await Promise.race([written, sleep(LAST_WORDS_MS)]);
  destination.flushSync = () => undefined;
  process.exit(code);
}

/** One line that names the setting and the remedy, where the cause is known. */
function explainStart(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (isUnavailable(error)) return unreachable(error).message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `PORT, VAULT_PORT or METRICS_PORT: port ${port} is in use; stop what uses it, or set another port`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The worker's operations port: the one after the api's. */
export function workerMetricsPort({ metricsPort }: Config): number {
  return metricsPort === 0 ? 0 : metricsPort + 1;
}
