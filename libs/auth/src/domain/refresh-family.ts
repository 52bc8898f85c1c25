import { SECOND_MS } from '@payments/kernel';

/** How long the previous token returns its successor again, because the response may have been lost. */
const GRACE_MS = 10_000;

/** `api`: tokens in response bodies, for programs. `portal`: a cookie, for the portal's page in a browser. */
export type SessionKind = 'api' | 'portal';

/** How the user was authenticated: by password, and by a code of the second factor (RFC 8176). */
export type AuthenticationMethod = 'pwd' | 'otp';

/** All refresh tokens of one login. `generation` is that of the one unused token. */
export interface RefreshFamily {
  readonly enterprise_id: string;
  readonly id: string;
  readonly user_name: string;
  /** Of the user at login. A user who was changed since has to log in again. */
  readonly user_version: number;
  readonly kind: SessionKind;
  readonly generation: number;
  readonly rotated_at: Date;
  readonly expires_at: Date;
  /** The end of a session of the portal, however active it is. */
  readonly absolute_until: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
  /** When the user last gave a password or code. */
  readonly authenticated_at: Date;
  readonly methods: readonly AuthenticationMethod[];
  /** The origin of the login. */
  readonly address: string | null;
  readonly agent: string | null;
}

/** How long a session lasts without a refresh, and from the login on. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly totalMs: number | null;
}

export type NewFamily = Pick<
  RefreshFamily,
  'enterprise_id' | 'id' | 'user_name' | 'user_version' | 'kind' | 'methods' | 'address' | 'agent'
>;

/**
 * The outcome of a genuine refresh token: its successor (`rotated`), the same successor again (`repeated`), a rejection
 * (`refused`), or the end of the family, because a stolen token was used (`reused`).
 */
export type Presentation =
  | { readonly outcome: 'rotated' | 'reused'; readonly family: RefreshFamily }
  | { readonly outcome: 'repeated' | 'refused' };

/** How long the session lasts from then on without a refresh. */
export function secondsLeft({ expires_at }: RefreshFamily, at: Date): number {
  return Math.round((expires_at.getTime() - at.getTime()) / SECOND_MS);
}

export function startFamily(of: NewFamily, { idleMs, totalMs }: SessionLimits, now: Date): RefreshFamily {
  const absolute_until = totalMs === null ? null : later(now, totalMs);
  return {
    ...of,
    generation: 1,
    rotated_at: now,
    expires_at: earlier(later(now, idleMs), absolute_until),
    absolute_until,
    revoked_at: null,
    created_at: now,
    authenticated_at: now,
  };
}

export function isLive({ revoked_at, expires_at }: RefreshFamily, now: Date): boolean {
  return revoked_at === null && expires_at > now;
}

export function presentToken(
  family: RefreshFamily,
  { generation, idleMs }: { readonly generation: number; readonly idleMs: number },
  now: Date,
): Presentation {
  if (!isLive(family, now)) return { outcome: 'refused' };
  if (generation === family.generation) {
    const expires_at = earlier(later(now, idleMs), family.absolute_until);
    return { outcome: 'rotated', family: { ...family, generation: generation + 1, rotated_at: now, expires_at } };
  }
  const isGrace = now.getTime() - family.rotated_at.getTime() <= GRACE_MS;
  if (generation === family.generation - 1 && isGrace) return { outcome: 'repeated' };
  // A newer token than the family knows is not theft: the database was restored from a backup.
  if (generation > family.generation) return { outcome: 'refused' };
  return { outcome: 'reused', family: { ...family, revoked_at: now } };
}

function later(now: Date, byMs: number): Date {
  return new Date(now.getTime() + byMs);
}

function earlier(one: Date, limit: Date | null): Date {
  return limit !== null && limit < one ? limit : one;
}
