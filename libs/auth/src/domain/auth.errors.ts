import { defineErrors } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';

export const authErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'The access token is missing, invalid or expired; send one of POST /oauth/token as Authorization: Bearer',
  },
  forbidden: {
    kind: 'forbidden',
    message: 'The API key must be valid for this environment and enterprise; send it as X-API-Key',
  },
  too_many_requests: { kind: 'rate_limited', message: 'Too many requests; wait as long as Retry-After says' },
  invalid_grant_type: {
    kind: 'invalid',
    message: "grant_type must be 'client_credentials', or left out",
    field: 'grant_type',
  },
  enterprise_name_taken: { kind: 'conflict', message: 'An enterprise of this name exists already' },
});

/** A token that does not hold the scope which the operation demands. */
export function missingScope(scope: string): DomainError {
  return authErrors.forbidden({ message: `The token does not hold the scope ${scope}` });
}

/** Of client credentials that are exchanged for a token. */
export const tokenErrors = defineErrors({
  unauthorized: { kind: 'unauthenticated', message: 'client_id or client_secret is wrong; correct them' },
  forbidden: { kind: 'forbidden', message: 'The client is disabled; send the credentials of another one' },
});

/** Of a portal user who logs in. */
export const logInErrors = defineErrors({
  unauthorized: { kind: 'unauthenticated', message: 'name or password is wrong; correct them' },
});

/** Of a session that is refreshed. */
export const refreshErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'The refresh token is not valid; log in again with POST /authenticate',
  },
});

/** Of the operations and commands that manage credentials. */
export const portalErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no client, API key or user with this id' },
  duplicate_name: { kind: 'invalid', message: 'name is already that of another user; choose another', field: 'name' },
  last_administrator: {
    kind: 'invalid',
    message: 'The last user who can manage users cannot be disabled; create another administrator first',
  },
  too_many_clients: {
    kind: 'invalid',
    message: 'The enterprise has two live clients, and no more are allowed; disable one first',
  },
});
