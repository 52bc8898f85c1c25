import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Health, OperationsServer } from '@payments/http';
import { ClockGuard } from '@payments/messaging';
import { runProcess, workerMetricsPort } from '@payments/runtime';
import type { PlatformOptions, Started } from '@payments/runtime';
import { migrations } from '../../../migrations/index.js';
import { WorkerModule } from './worker.module.js';

const CONNECT_TIMEOUT_MS = 10_000;

async function start(options: PlatformOptions): Promise<Started> {
  const { config, log } = options;
  const app = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    {
      logger: log,
      abortOnError: false,
    },
  );
  const port = await app.get(OperationsServer).listen(workerMetricsPort(config), config.metricsHost);
  const health = app.get(Health);
  const clock = app.get(ClockGuard);
  health.watch('clock', () => clock.isRight);
  health.markStarted();
  const stop = async () => {
    health.drain();
    await app.close();
  };
  return { ports: { port }, stop };
}

void runProcess({ name: 'worker', migrations, start });
