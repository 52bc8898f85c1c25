import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Config, loadConfig } from '@payments/config';
import { Log, prettyStream } from '@payments/observability';
import { loginUrl } from '@payments/persistence';
import { resolveEnvironment } from '@payments/quickstart';
import { CliModule } from '../cli.module.js';
import { isColored } from './terminal.js';

/** A person waits for a command, and prefers waiting to a failure. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The settings of a command: those of its environment, completed by a running `npm start`. */
export function commandConfig(): Config {
  return loadConfig(resolveEnvironment(process.env));
}

/** Runs the work of a command in an application context with the settings of its environment. */
export function inApplication<Result>(work: (app: INestApplicationContext) => Promise<Result>): Promise<Result> {
  return withApplication(commandConfig(), work);
}

/** Runs the work in a separate application context, and closes it afterwards. */
export async function withApplication<Result>(
  config: Config,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await loginUrl(config);
  // Standard output belongs to what the command prints.
  const { stderr } = process;
  const log = new Log('cli', 'warn', config.logFormat === 'json' ? stderr : prettyStream(stderr, isColored(stderr)));
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
