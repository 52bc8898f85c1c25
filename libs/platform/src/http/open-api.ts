import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error_code', 'message'],
  properties: {
    error_code: { type: 'string', description: 'Machine-readable code' },
    message: { type: 'string', description: 'Human-readable text' },
    details: {
      type: ['object', 'null'],
      description: 'Every field error found, where fields are at fault',
      properties: {
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, error_code: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

export interface Servers {
  readonly baseUrl: string;
  readonly vaultUrl: string;
}

/** The OpenAPI 3.1 description, made from the code. */
export function openApiDocument(app: INestApplication, { baseUrl, vaultUrl }: Servers): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Payments Service')
    .setDescription('Deliver and Verify: customers, external accounts, transfers, webhooks')
    .setVersion('v2022-09-21')
    .setOpenAPIVersion('3.1.0')
    .addServer(baseUrl, 'base_url')
    .addServer(vaultUrl, 'vault_url')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, builder);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA },
  };
  return document;
}

/** Serves the description at /openapi.json and a page to read and try it at /docs, without any outside file. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Payments Service',
  });
}
