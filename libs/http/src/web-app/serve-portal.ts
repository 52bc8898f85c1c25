import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isPortalServed } from '@payments/config';
import type { Config } from '@payments/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../server/error-filter.js';
import { httpErrors } from '../server/http-errors.js';
import { listenerOf } from '../server/server.js';
import { negotiate, readPortal } from './portal-files.js';
import type { PortalFile } from './portal-files.js';

const HOME = '/portal/app/';
const A_YEAR = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The portal is not built. Run "node scripts/prepare.mjs" and restart the api.\n';
/** In the built page; replaced by the vault URL of this deployment. */
const VAULT_PLACEHOLDER = '%VAULT_URL%';
const ENVIRONMENT_PLACEHOLDER = '%ENVIRONMENT%';

/** Serves the built portal from memory at /portal/app and /portal/assets of the base address. */
export function servePortal(app: NestFastifyApplication, config: Config, directory: string): void {
  if (!isPortalServed(config)) return;
  const server = app.getHttpAdapter().getInstance();
  const files = readPortal(directory);
  const headers = pageHeaders(config);
  const shell = files && localized(files.shell, config);

  const atBase = (answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) => {
    return (request: FastifyRequest, reply: FastifyReply) =>
      listenerOf(request) === 'base' ? answer(request, reply) : notFound(reply);
  };
  const redirect = atBase((_request, reply) => reply.redirect(HOME, 302));
  const page = atBase((request, reply) => (shell ? send(shell, request, reply.headers(headers)) : notBuilt(reply)));
  const asset = atBase((request, reply) => {
    if (files === undefined) return notBuilt(reply);
    const file = files.assets.get((request.params as { '*': string })['*']);
    if (file === undefined) return notFound(reply);
    return send(file, request, reply.headers({ ...headers, 'Cache-Control': A_YEAR }));
  });

  for (const url of ['/portal', '/portal/', '/portal/app']) server.get(url, redirect);
  server.get('/portal/app/*', page);
  server.get('/portal/assets/*', asset);
}

/** Limits the page to its own files, this service and the vault address. */
function pageHeaders({ publicVaultUrl }: Config): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicVaultUrl).origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
  };
}

function localized(shell: PortalFile, { publicVaultUrl, environment }: Config): PortalFile {
  const text = shell.bodies.identity
    .toString()
    .replaceAll(VAULT_PLACEHOLDER, new URL(publicVaultUrl).origin)
    .replaceAll(ENVIRONMENT_PLACEHOLDER, environment);
  return { ...shell, bodies: { identity: Buffer.from(text) } };
}

function send(file: PortalFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { encoding, body } = negotiate(file, String(request.headers['accept-encoding'] ?? ''));
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.header('Vary', 'Accept-Encoding').type(file.type).send(body);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.status(404).type('application/json; charset=utf-8').send(bodyOf(httpErrors.not_found()));
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
}
