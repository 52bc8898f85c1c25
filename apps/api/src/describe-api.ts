import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { generateKeyRing, loadConfig } from '@payments/config';
import { completeDocument, describeErrors, openApiDocument, operationsOf } from '@payments/http';
import type { OpenApi, Servers } from '@payments/http';
import { Log } from '@payments/observability';
import { ApiModule } from './api.module.js';
import { documentedErrors } from './description/errors.table.js';
import { texts, TITLE } from './description/texts.js';

const settings = () => loadConfig({ KEY_RING: JSON.stringify(generateKeyRing()), LOG_LEVEL: 'silent' });

/** The description that the build has written, of OPEN_SERVERS. */
export const BUILT_DESCRIPTION = join(__dirname, '..', '..', '..', 'openapi.json');
/** Addresses that the service fills in when it starts. */
export const OPEN_SERVERS: Servers = { baseUrl: '{base_url}', vaultUrl: '{vault_url}' };

/** The description that the build has computed, because it takes as long as the rest of a start; or computed now if it has not. */
export function readDescription(app: INestApplication, servers: Servers): OpenApi {
  if (!existsSync(BUILT_DESCRIPTION)) return describeApplication(app, servers);
  const inJson = (url: string) => () => JSON.stringify(url).slice(1, -1);
  const text = readFileSync(BUILT_DESCRIPTION, 'utf8')
    .replaceAll(OPEN_SERVERS.baseUrl, inJson(servers.baseUrl))
    .replaceAll(OPEN_SERVERS.vaultUrl, inJson(servers.vaultUrl));
  return JSON.parse(text) as OpenApi;
}

/** The OpenAPI 3.1 description of the application. */
export function describeApplication(app: INestApplication, servers: Servers): OpenApi {
  const operations = operationsOf(app);
  const errors = describeErrors(operations, documentedErrors);
  return completeDocument(openApiDocument(app, { title: TITLE, servers }), { operations, errors, texts });
}

/** The description with default settings or the given addresses, built without a database. */
export async function describeApi(servers?: Servers): Promise<OpenApi> {
  const { publicBaseUrl: baseUrl, publicVaultUrl: vaultUrl } = settings();
  return describeApplication(await previewApplication(), servers ?? { baseUrl, vaultUrl });
}

/** The service with default settings, built from its class metadata only, without a database. */
export function previewApplication(): Promise<INestApplication> {
  const options = { config: settings(), databaseUrl: 'postgres://localhost/none', log: new Log('describe', 'silent') };
  return NestFactory.create(ApiModule.forRoot(options), new FastifyAdapter(), { preview: true, logger: false });
}
