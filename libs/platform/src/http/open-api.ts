import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';
import { SERVICE_VERSION } from './operation.js';

export interface Servers {
  readonly baseUrl: string;
  readonly vaultUrl: string;
}

/** What the framework can read off the controllers, as an OpenAPI 3.1 document. */
export function openApiDocument(
  app: INestApplication,
  { title, servers: { baseUrl, vaultUrl } }: { readonly title: string; readonly servers: Servers },
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(title)
    .setVersion(SERVICE_VERSION)
    .setOpenAPIVersion('3.1.0')
    .addServer(baseUrl, 'base_url')
    .addServer(vaultUrl, 'vault_url')
    .build();
  return SwaggerModule.createDocument(app, builder);
}

/** Serves the description at /openapi.json and a page to read and try it at /docs, without any outside file. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: document.info.title,
  });
}
