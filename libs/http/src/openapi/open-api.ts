import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SERVICE_VERSION } from '../server/operation.js';

export interface Servers {
  readonly baseUrl: string;
  readonly vaultUrl: string;
}

/** What the framework can derive from the controllers, as an OpenAPI 3.1 document. */
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

const PAGE = '/docs';

// Groups start collapsed with their descriptions and a search box, for quick lookup.
const PAGE_OPTIONS = {
  layout: 'BaseLayout',
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // It would send the description to a third-party server.
  validatorUrl: null,
};

const PAGE_STYLE = `
  .swagger-ui .wrapper { max-width: 1100px; }
  .swagger-ui .info { margin: 32px 0 16px; }
  .swagger-ui .info pre { padding: 12px; border-radius: 4px; background: #1f2733; }
  .swagger-ui .info pre code { color: #e8eef7; background: none; }
  .swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid #ddd; }`;

/** Serves the description at /openapi.json and /openapi.yaml, and a page to read and try it at /docs. */
export function serveOpenApi(app: NestFastifyApplication, document: OpenAPIObject, servers: Servers): void {
  limitPage(app, servers);
  SwaggerModule.setup(PAGE, app, document, {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
  SwaggerModule.setup(PAGE, app, fromWhereItIs(document), {
    raw: false,
    customSiteTitle: document.info.title,
    customCss: PAGE_STYLE,
    swaggerOptions: PAGE_OPTIONS,
  });
}

/**
 * The description for the page. If it was opened under another name of base_url, such as 127.0.0.1 for localhost, it
 * calls that origin, because a browser treats the other name as a different origin and blocks the call.
 */
function fromWhereItIs(document: OpenAPIObject): OpenAPIObject {
  const [base, ...others] = document.servers ?? [];
  return { ...document, servers: [{ ...base, url: '/' }, ...others] };
}

/** The page loads only local scripts and calls only this service. */
function limitPage(app: NestFastifyApplication, { vaultUrl }: Servers): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The page sets inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(vaultUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      const [path = ''] = request.url.split('?', 1);
      if (path === PAGE || path.startsWith(`${PAGE}/`)) reply.header('Content-Security-Policy', policy);
      done();
    });
}
