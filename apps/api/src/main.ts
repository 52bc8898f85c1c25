import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { loadScreeningList } from '@payments/customers';
import {
  createHttpApplication,
  describeLlms,
  Health,
  listenAlso,
  OperationsServer,
  serveOpenApi,
  servePortal,
  untilQuiet,
} from '@payments/http';
import { runProcess } from '@payments/runtime';
import type { PlatformOptions, Started } from '@payments/runtime';
import { migrations } from '../../../migrations/index.js';
import { ApiModule } from './api.module.js';
import { readDescription } from './describe-api.js';
import { LLMS_INTRODUCTION } from './description/llms.js';

/** How long a gateway that notices late, as on a busy machine, may keep sending after DRAIN_SECONDS. */
const LATE_GATEWAY = { quietMs: 250, limitMs: 1_500 } as const;
/** Even with the longest DRAIN_SECONDS and a late gateway this ends before the hard stop. */
const CUT_MS = 8_000;
/** The built portal: dist/portal. */
const PORTAL = join(__dirname, '..', '..', '..', 'portal');

async function start(options: PlatformOptions): Promise<Started> {
  const { config, log } = options;
  // An api must not accept what no worker with the same settings can verify. Its processor token is read below.
  if (config.verificationProvider === 'rules') await loadScreeningList(config);
  const app = await createHttpApplication({
    module: ApiModule.forRoot(options),
    log,
    trustedProxies: config.trustedProxies,
    extend: (nest) => {
      const servers = { baseUrl: config.publicBaseUrl, vaultUrl: config.publicVaultUrl };
      const description = readDescription(nest, servers);
      serveOpenApi(nest, description as unknown as OpenAPIObject, servers);
      serveText(nest, '/llms.txt', describeLlms(description, LLMS_INTRODUCTION));
      servePortal(nest, config, PORTAL);
    },
  });
  await app.listen(config.port, config.host);
  const vault = await listenAlso(app, config.vaultPort, config.host);
  const metrics_port = await app.get(OperationsServer).listen(config.metricsPort, config.metricsHost);
  const health = app.get(Health);
  health.markStarted();
  const stop = async () => {
    const servers: Server[] = [app.getHttpServer(), vault];
    health.drain();
    await setTimeout(config.drainSeconds * 1000);
    if (config.drainSeconds > 0) await untilQuiet(servers, LATE_GATEWAY);
    // An idle connection would delay shutdown forever.
    const cut = () => servers.forEach((server) => server.closeAllConnections());
    globalThis.setTimeout(cut, CUT_MS).unref();
    const closed = new Promise((resolve) => vault.close(resolve));
    await app.close();
    await closed;
  };
  return { ports: { port: portOf(app.getHttpServer()), vault_port: portOf(vault), metrics_port }, stop };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function serveText(app: NestFastifyApplication, path: string, text: string): void {
  const server = app.getHttpAdapter().getInstance();
  server.get(path, (_, reply) => reply.type('text/plain; charset=utf-8').send(text));
}

void runProcess({ name: 'api', migrations, start });
