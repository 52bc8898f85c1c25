import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { generateKeyRing, loadConfig, Log, openApiDocument } from '@payments/platform';
import { ApiModule } from './api.module.js';

/** The OpenAPI description of the default settings, made without a database. */
export async function describeApi(): Promise<OpenAPIObject> {
  const config = loadConfig({ KEY_RING: JSON.stringify(generateKeyRing()), LOG_LEVEL: 'silent' });
  const log = new Log('describe', config.logLevel);
  const module = ApiModule.forRoot({ config, databaseUrl: 'postgres://localhost/none', log });
  const app = await NestFactory.create(module, new FastifyAdapter(), { preview: true, logger: false });
  return openApiDocument(app, { baseUrl: config.publicBaseUrl, vaultUrl: config.publicVaultUrl });
}
