import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ConfigError, loadConfig, logFormatOf } from '@payments/config';
import type { Config, LogFormat } from '@payments/config';
import { QUEUE_CONNECTIONS } from '@payments/messaging';
import {
  assertReadyDatabase,
  assertRoom,
  directUrl,
  isLoginRefused,
  isUnavailable,
  isUnmigrated,
  loginUrl,
  retryUntilAvailable,
  unmigrated,
  unreachable,
} from '@payments/persistence';
import type { MigrationClass } from '@payments/persistence';
import type { PlatformOptions } from './platform.module.js';
import { Log, prettyStream } from '@payments/observability';
import type { LogFields } from '@payments/observability';
/** Connections beside the pool. */
const [HEALTH, SENDER, LISTENER] = [1, 1, 1];
const HARD_STOP_MS = 30_000;
const LAST_WORDS_MS = 500;
/**
 * Log lines gather for this long, or to this size: a write costs more than its bytes. While they cannot be written, because
 * the disk is full or the reader has stalled, this many bytes wait and further lines are dropped.
 */
const LOG_GATHERS = { minLength: 4_096, periodicFlush: 50, maxLength: 8 * 1_024 * 1_024 };

type Destination = ReturnType<typeof pino.destination>;

export interface ProcessOptions {
  readonly name: 'api' | 'worker';
  readonly migrations: readonly MigrationClass[];
  readonly start: (options: PlatformOptions) => Promise<Started>;
}

/** A process that serves. */
export interface Started {
  /** The address it listens on, even if the system chose the port. */
  readonly ports: Pick<LogFields, 'port' | 'vault_port' | 'metrics_port'>;
  readonly stop: () => Promise<void>;
}

/**
 * The life of a server process: settings, database checks, start, and an orderly stop on SIGTERM, SIGINT or when the
 * parent that holds its IPC channel is gone. A failed start logs the reason in one line and exits with 1.
 */
export async function runProcess({ name, migrations, start }: ProcessOptions): Promise<void> {
  const destination = pino.destination({ fd: 1, sync: false, ...LOG_GATHERS });
  // The process outlives a log that cannot be written: the next line tries again.
  destination.on('error', () => undefined);
  try {
    const config = loadConfig();
    const log = new Log(name, config.logLevel, logStream(config.logFormat, destination));
    destination.on('drop', () => log.countDropped());
    const databaseUrl = await retryUntilAvailable(() => loginUrl(config));
    await retryUntilAvailable(() => assertReadyDatabase(databaseUrl, migrations));
    await retryUntilAvailable(() => assertRoom(directUrl(config, databaseUrl), connectionsOf(config)));
    const { ports, stop } = await start({ config, databaseUrl, log });
    stopOnSignal(log, stop, destination);
    log.info('started', ports);
  } catch (error) {
    // Regardless of LOG_LEVEL: a process that does not start logs the reason.
    new Log(name, 'error', logStream(logFormatOf(), destination)).error('start_failed', explainStart(error));
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

// Flushes the last lines if possible. The reader of our output may be gone or stalled: then the lines are dropped, and
// no synchronous write may follow, because it would retry forever.
async function exit(code: number, destination: Destination): Promise<void> {
  const written = new Promise((resolve) => destination.once('close', resolve));
  destination.end();
  await Promise.race([written, sleep(LAST_WORDS_MS)]);
  destination.flushSync = () => undefined;
  process.exit(code);
}

function logStream(format: LogFormat, destination: Destination) {
  return format === 'json'
    ? destination
    : prettyStream(destination, process.stdout.isTTY && process.stdout.hasColors());
}

/** The setting and the remedy, where the cause is known; else the error itself. */
function explainStart(error: unknown): LogFields {
  if (error instanceof ConfigError) return { reason: error.message.replaceAll('\n', '; ') };
  if (isUnmigrated(error)) return { reason: unmigrated(error).message };
  if (isUnavailable(error) || isLoginRefused(error)) return { reason: unreachable(error).message };
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return {
      reason: `PORT, VAULT_PORT or METRICS_PORT: port ${port} is in use; stop the process that uses it, or set another port`,
    };
  }
  return { error };
}

/**
 * How many connections to the database's own address an api or a worker opens: its pool, health checks, sending and
 * receiving notifications, and the pool and listener of a queue on PostgreSQL. Behind a pooler, only notifications and the
 * queue bypass it.
 */
function connectionsOf(config: Config): number {
  const queue = config.queueUrl === undefined ? QUEUE_CONNECTIONS : 0;
  return queue + LISTENER + (config.databaseDirectUrl === undefined ? config.databasePoolSize + HEALTH + SENDER : 0);
}

/** The worker's operations port: the one after the api's. */
export function workerMetricsPort({ metricsPort }: Config): number {
  return metricsPort === 0 ? 0 : metricsPort + 1;
}
