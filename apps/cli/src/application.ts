import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Config, Log, loginUrl } from '@payments/platform';
import { CliModule } from './cli.module.js';

/** Nobody waits for a command but the person who gave it, who had rather wait than fail. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Runs the work in an application context of its own, and closes that afterwards. */
export async function withApplication<Result>(
  config: Config,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await loginUrl(config);
  // Standard output belongs to what the command prints.
  const log = new Log('cli', 'warn', process.stderr);
  const app = await NestFactory.createApplicationContext(
    CliModule.forRoot({ config, databaseUrl, log, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    {
      logger: false,
      abortOnError: false,
    },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
