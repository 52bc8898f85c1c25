import { missingScope, sessionErrors, STEP_UP } from '@payments/auth';
import type { OperationRules } from '@payments/http';

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

/** Operations that return 400 for a malformed body, as for every other error. */
const PLAIN_BAD_REQUEST = ['createToken'];

/** Responses of single operations that differ from all others. */
export const operationRules: OperationRules = {
  commonCodes: ({ id, name, browser }) => [
    ...(name.includes(' /sandbox/') ? ['not_found'] : []),
    ...(browser ? ['forbidden'] : []),
    ...(STEP_UP[id] ? ['step_up_required'] : []),
  ],
  ownError: (error, { id, scope, portal, browser }) => {
    if (PLAIN_BAD_REQUEST.includes(id) && [413, 415].includes(error.status)) return { ...error, status: 400 };
    if (browser && error.code === 'forbidden') return { ...error, ...sessionErrors.definitions.forbidden };
    // The portal takes no API key, so only the scope can be wrong.
    const isOfScope = error.code === 'forbidden' && scope !== undefined && portal;
    return isOfScope ? { ...error, message: missingScope(scope).message } : error;
  },
  isRateLimited: ({ id, scope }) => scope !== undefined || id === 'createToken',
};
