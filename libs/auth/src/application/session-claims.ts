import { workContext } from '@payments/observability';
import type { UserState } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { scopesOf } from '../domain/session-rules.js';
import type { AccessTokenClaims } from './ports.js';

/** What an access token says of a user of the current tenant and the session that it is issued in. */
export function sessionClaims(user: UserState, family: RefreshFamily): AccessTokenClaims {
  const { id, kind, methods, authenticated_at } = family;
  return {
    subject: { kind: 'user', name: user.name },
    enterprise_id: user.enterprise_id,
    scope: scopesOf(user, workContext.tenant().settings).join(' '),
    credential_version: user.version,
    session: { id, kind, methods, authenticated_at: Math.floor(authenticated_at.getTime() / 1000) },
  };
}
