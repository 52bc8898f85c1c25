import { DAY_MS, HOUR_MS, MINUTE_MS } from '@payments/kernel';
import type { UserState } from './credentials.js';
import { hasMfa } from './credentials.js';
import type { SessionKind, SessionLimits } from './refresh-family.js';
import { ME_SCOPES, ROLE_SCOPES } from './scopes.js';

/** What an enterprise may set for sessions of the portal. */
export interface SessionSettings {
  readonly require_mfa: boolean;
  readonly portal_idle_minutes: number;
  readonly portal_session_hours: number;
}

/** The time limits are those of NIST SP 800-63B for authenticator assurance level 2. */
export const SESSION_DEFAULTS: SessionSettings = {
  require_mfa: false,
  portal_idle_minutes: 30,
  portal_session_hours: 12,
};

export function sessionSettings(settings: Partial<SessionSettings>): SessionSettings {
  const { require_mfa, portal_idle_minutes, portal_session_hours } = { ...SESSION_DEFAULTS, ...settings };
  return { require_mfa, portal_idle_minutes, portal_session_hours };
}

export function limitsOf(kind: SessionKind, settings: Partial<SessionSettings>): SessionLimits {
  if (kind === 'api') return { idleMs: 30 * DAY_MS, totalMs: null };
  const { portal_idle_minutes, portal_session_hours } = sessionSettings(settings);
  return { idleMs: portal_idle_minutes * MINUTE_MS, totalMs: portal_session_hours * HOUR_MS };
}

/** How long after a password or code the session may do what needs one. */
const STEP_UP_SECONDS = 300;

/** @param authenticated_at Unix seconds */
export function isFresh({ authenticated_at }: { readonly authenticated_at: number }, now: Date): boolean {
  return now.getTime() / 1000 - authenticated_at <= STEP_UP_SECONDS;
}

export function mustEnrollMfa(user: Pick<UserState, 'totp_confirmed_at'>, settings: Partial<SessionSettings>): boolean {
  return sessionSettings(settings).require_mfa && !hasMfa(user);
}

/** The scopes of a session of the user: those of the role, unless the user first has to set a password or second factor. */
export function scopesOf(user: UserState, settings: Partial<SessionSettings>): readonly string[] {
  return user.must_change_password || mustEnrollMfa(user, settings) ? ME_SCOPES : ROLE_SCOPES[user.role];
}

/** Whether a token has scopes from before the enterprise required a second factor. A reset password ends tokens by itself. */
export function exceeds(scope: string, user: UserState, settings: Partial<SessionSettings>): boolean {
  return mustEnrollMfa(user, settings) && scope.split(' ').some((each) => !ME_SCOPES.some((own) => own === each));
}
