import type { INestApplication } from '@nestjs/common';
import { generateKeyRing, loadConfig } from '@payments/config';
import { openApiDocument } from '@payments/http';
import type { Servers } from '@payments/http';
import { completeDocument } from './description/document.js';
import type { OpenApi } from './description/open-api.js';
import { TITLE } from './description/texts.js';
import { describeErrors } from './describe-errors.js';
import { operationsOf, previewApplication } from './describe-operations.js';

/** The OpenAPI 3.1 description of the application. */
export function describeApplication(app: INestApplication, servers: Servers): OpenApi {
  const operations = operationsOf(app);
  return completeDocument(openApiDocument(app, { title: TITLE, servers }), {
    operations,
    errors: describeErrors(operations),
  });
}

/** The description of the default settings, made without a database. */
export async function describeApi(): Promise<OpenApi> {
  const config = loadConfig({ KEY_RING: JSON.stringify(generateKeyRing()), LOG_LEVEL: 'silent' });
  const app = await previewApplication();
  return describeApplication(app, { baseUrl: config.publicBaseUrl, vaultUrl: config.publicVaultUrl });
}
