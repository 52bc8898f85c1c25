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

/** The OpenAPI 3.1 description of the application. */
export function describeApplication(app: INestApplication, servers: Servers): OpenApi {
  const operations = operationsOf(app);
  const errors = describeErrors(operations, documentedErrors);
  return completeDocument(openApiDocument(app, { title: TITLE, servers }), { operations, errors, texts });
}

/** The description with default settings, built without a database. */
export async function describeApi(): Promise<OpenApi> {
  const config = settings();
  const app = await previewApplication();
  return describeApplication(app, { baseUrl: config.publicBaseUrl, vaultUrl: config.publicVaultUrl });
}

/** The service with default settings, built from its class metadata only, without a database. */
export function previewApplication(): Promise<INestApplication> {
  const options = { config: settings(), databaseUrl: 'postgres://localhost/none', log: new Log('describe', 'silent') };
  return NestFactory.create(ApiModule.forRoot(options), new FastifyAdapter(), { preview: true, logger: false });
}
