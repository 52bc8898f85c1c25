import { defineErrors } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';

export const authErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message:
      'The access token is missing, invalid or expired. Get one with POST /oauth/token and send it in the Authorization header as a bearer token.',
  },
  forbidden: {
    kind: 'forbidden',
    message:
      'The API key is missing, or not valid for this environment and enterprise. Send a valid key in the X-API-Key header.',
  },
  too_many_requests: {
    kind: 'rate_limited',
    message: 'Too many requests. Retry after the number of seconds in Retry-After.',
  },
  invalid_grant_type: {
    kind: 'invalid',
    message: "grant_type must be 'client_credentials' or omitted",
    field: 'grant_type',
  },
  enterprise_name_taken: { kind: 'conflict', message: 'An enterprise with this name already exists.' },
});

/** The token lacks the scope that the operation requires. */
export function missingScope(scope: string): DomainError {
  return authErrors.forbidden({
    message: `The access token lacks the scope ${scope}. Use a client or user that has it.`,
  });
}

/** Errors of exchanging client credentials for a token. */
export const tokenErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'client_id or client_secret is wrong. Check both, and that they belong to this environment.',
  },
  forbidden: { kind: 'forbidden', message: 'The client is disabled. Use the credentials of an enabled client.' },
});

/** Errors of a portal login. */
export const logInErrors = defineErrors({
  unauthorized: { kind: 'unauthenticated', message: 'name or password is wrong. Check both and try again.' },
  mfa_required: {
    kind: 'forbidden',
    message: 'The user has a second factor, so a password is not enough. Log in to the portal in a browser.',
  },
});

/** Errors of a session refresh. */
export const refreshErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'The refresh token is not valid. Log in again with POST /authenticate.',
  },
});

/** Errors of sessions in a browser. */
export const sessionErrors = defineErrors({
  forbidden: {
    kind: 'forbidden',
    message:
      'Only the page of the portal may call this operation: send JSON with the header X-Portal: 1 from its own origin.',
  },
  unauthorized: {
    kind: 'unauthenticated',
    message: 'The session has ended, or there is none. Log in again with POST /portal/session.',
  },
});

/** Errors of the operations and commands that manage credentials. */
export const portalErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No client, API key or user with this id exists.' },
  duplicate_name: {
    kind: 'invalid',
    message: 'name is already in use by another user. Choose another name.',
    field: 'name',
  },
  last_administrator: {
    kind: 'invalid',
    message: 'The last user who can manage users cannot be disabled. Create another administrator first.',
  },
  too_many_clients: {
    kind: 'invalid',
    message: 'The enterprise already has two enabled clients, which is the maximum. Disable one first.',
  },
});
