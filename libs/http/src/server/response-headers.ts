import type { FastifyInstance } from 'fastify';
import type { Config } from '@payments/config';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  // An operation, such as the published keys, can override it.
  'Cache-Control': 'no-store',
};
const A_YEAR = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** The headers of every response. HSTS only for https clients: over http it must not be sent (RFC 6797, 7.2). */
export function headersOf({ publicBaseUrl, publicVaultUrl }: Config): Readonly<Record<string, string>> {
  const isSecure = [publicBaseUrl, publicVaultUrl].every((url) => url.startsWith('https:'));
  return { ...ALWAYS, ...(isSecure && A_YEAR) };
}

export function registerResponseHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = headersOf(config);
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
