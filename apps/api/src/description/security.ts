import type { DescribedOperation } from '../describe-operations.js';

export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of `POST /oauth/token`, or of `POST /authenticate` for a portal user.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'Required in addition to the bearer token if the enterprise requires API keys or the token is of a portal user. ' +
      'If a key is sent, it must be valid.',
  },
};

export type Security = Readonly<Record<string, readonly string[]>>;

/** What a caller must bring: nothing, or a token that allows the operation, with or without an API key. */
export function securityOf({ scope, portal }: DescribedOperation): readonly Security[] {
  if (scope === undefined) return [];
  return portal ? [{ bearer: [scope] }] : [{ bearer: [scope] }, { bearer: [scope], api_key: [] }];
}

export function isVersioned({ scope, portal }: DescribedOperation): boolean {
  return scope !== undefined && !portal;
}
