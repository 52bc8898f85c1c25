import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CreateEnterprise } from '@payments/auth';
import type { EnterpriseCredentials, NewEnterprise } from '@payments/auth';
import { createHttpApplication } from '@payments/http';
import { Log } from '@payments/observability';
import type { PlatformOptions } from '@payments/runtime';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { ApiClient } from './api-client.js';
import { watchResponses } from './documented.js';

export interface TestService {
  readonly api: NestFastifyApplication;
  readonly database: TestDatabase;
  readonly options: PlatformOptions;
  /** Starts a worker in this process; several may run. */
  startWorker(): Promise<INestApplicationContext>;
  createEnterprise(input?: Partial<NewEnterprise>): Promise<EnterpriseCredentials>;
  /** A client with a token of a new enterprise. */
  client(input?: Partial<NewEnterprise>): Promise<ApiClient>;
  /** @throws Error when a response deviated from the description. */
  stop(): Promise<void>;
}

/** Suites send hundreds of requests at once, on machines that also do other work. */
const CONNECT_TIMEOUT_MS = 30_000;

let enterprises = 0;

/**
 * The service in this process, on a separate database: real routes, guards, database and queue.
 * @param extend adds to the application before it is initialised
 */
export async function startTestService(
  settings: Readonly<Record<string, string>> = {},
  extend: (app: NestFastifyApplication) => void = () => undefined,
  {
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    logs,
  }: Pick<PlatformOptions, 'connectTimeoutMs'> & { readonly logs?: { write(line: string): void } } = {},
): Promise<TestService> {
  const database = await createTestDatabase({
    SANDBOX_DAY_SECONDS: '0.05',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    MAX_REQUESTS: '10000',
    ...settings,
  });
  const log = new Log('test', database.config.logLevel, logs);
  const options = { config: database.config, databaseUrl: database.appUrl, log, connectTimeoutMs };
  const deviations = new Set<string>();
  const api = await createHttpApplication({
    module: ApiModule.forRoot(options),
    log,
    trustedProxies: database.config.trustedProxies,
    extend: (app) => {
      // A few show as much as all, in a suite that sends thousands of requests.
      watchResponses(app, (deviation) => deviations.size < 20 && deviations.add(deviation));
      extend(app);
    },
  });
  const workers: INestApplicationContext[] = [];
  const createEnterprise = (input: Partial<NewEnterprise> = {}) =>
    api.get(CreateEnterprise).execute({ name: `Enterprise ${++enterprises}`, ...input });
  return {
    api,
    database,
    options,
    createEnterprise,
    startWorker: async () => {
      const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger: log });
      workers.push(worker);
      return worker;
    },
    client: async (input) => ApiClient.login(api, await createEnterprise(input)),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await api.close();
      await database.drop();
      if (deviations.size > 0)
        throw new Error(`not as docs/reference/openapi.generated.json says:\n${[...deviations].join('\n')}`);
    },
  };
}
