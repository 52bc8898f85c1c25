import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For how long a browser remembers the answer to a preflight. */
const MAX_AGE_S = '600';

interface PortalCors {
  /** Of the portal's page. */
  readonly origin: string;
  readonly exposedHeaders: readonly string[];
  readonly isAtVault: (request: FastifyRequest) => boolean;
}

/**
 * Lets the portal's page, which is of the base address, call the vault address: numbers of accounts and people go there.
 * Only with a bearer token, never with credentials that the browser adds by itself.
 */
export function allowPortalAtVault(fastify: FastifyInstance, { origin, exposedHeaders, isAtVault }: PortalCors): void {
  fastify.addHook('onRequest', (request, reply, next) => {
    const { headers, method } = request;
    if (headers.origin !== origin || !isAtVault(request)) {
      next();
      return;
    }
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      Vary: 'Origin',
    });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    void reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
        'Access-Control-Max-Age': MAX_AGE_S,
      })
      .send();
  });
}
