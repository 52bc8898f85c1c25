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
  unknown_owner: { kind: 'invalid', message: 'The owner must be a portal user of the enterprise.' },
  enterprise_name_taken: { kind: 'conflict', message: 'An enterprise with this name already exists.' },
});

/** The token lacks the scope that the operation requires; of several, one is enough. */
export function missingScope(...scopes: readonly string[]): DomainError {
  return authErrors.forbidden({
    message: `The access token lacks the scope ${scopes.join(' or ')}. Use a client or user that has it.`,
  });
}

/** Errors of exchanging client credentials for a token. */
export const tokenErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'client_id or client_secret is wrong. Check both, and that they belong to this environment.',
  },
  forbidden: { kind: 'forbidden', message: 'The client is disabled. Use the credentials of an enabled client.' },
  invalid_client_id: {
    kind: 'invalid',
    message: 'client_id must be the one of the Authorization header, or be omitted beside it',
    field: 'client_id',
  },
  invalid_client_secret: {
    kind: 'invalid',
    message: 'client_secret must be sent once: in the Authorization header or in the body',
    field: 'client_secret',
  },
  invalid_scope: {
    kind: 'invalid',
    message: 'scope must name scopes that the client holds, or be omitted for all of them',
    field: 'scope',
  },
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
  unknown_id: { kind: 'not_found', message: 'No session with this id exists.' },
});

/** Errors of the second factor. */
export const mfaErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message: 'The login has expired, or too many codes were wrong. Log in again with POST /portal/session.',
  },
  invalid_code: {
    kind: 'invalid',
    message: 'code must be the next code of the app, or an unused recovery code',
    field: 'code',
  },
  mfa_already_enrolled: {
    kind: 'invalid',
    message: 'A second factor is set up already. Remove it first with DELETE /portal/me/mfa.',
  },
  mfa_not_enrolled: { kind: 'invalid', message: 'No second factor is set up. Begin with POST /portal/me/mfa.' },
});

/** Errors of a change of the caller's own password. */
export const passwordErrors = defineErrors({
  invalid_current_password: {
    kind: 'invalid',
    message: 'current_password must be the password of the user',
    field: 'current_password',
  },
  invalid_new_password: {
    kind: 'invalid',
    message: 'new_password must differ from the current password',
    field: 'new_password',
  },
});

/** Errors of a password that is set by a link. */
export const linkErrors = defineErrors({
  unauthorized: {
    kind: 'unauthenticated',
    message:
      'The link is wrong, used or expired, or lacks its code, or the user is disabled. Ask an administrator for another link.',
  },
});

/** Errors of authenticating again within a session. */
export const stepUpErrors = defineErrors({
  session_required: {
    kind: 'forbidden',
    message: 'The access token does not belong to a session in a browser. Log in with POST /portal/session.',
  },
  step_up_required: {
    kind: 'forbidden',
    message:
      'The operation needs a password or code of the last 5 minutes. Call POST /portal/session/step-up first or, in a program, POST /authenticate.',
  },
  missing_password: { kind: 'invalid', message: 'password is required', field: 'password' },
  missing_code: { kind: 'invalid', message: 'code is required', field: 'code' },
  invalid_password: { kind: 'invalid', message: 'password must be the password of the user', field: 'password' },
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
    message:
      'The last user who can manage users cannot be disabled or lose the role. Create another administrator first.',
  },
  own_user: {
    kind: 'invalid',
    message:
      'You cannot change your own role, reset your own password, or make a link whose code you have. Ask another administrator.',
  },
  not_enough_administrators: {
    kind: 'invalid',
    field: 'dual_control',
    message:
      'dual_control cannot be set with fewer than two enabled administrators: nobody approves his own change. Create another one first.',
  },
  too_many_clients: {
    kind: 'invalid',
    message: 'The enterprise already has two enabled clients, which is the maximum. Disable one first.',
  },
});
