import { DAY_MS } from '@payments/kernel';

const LIFETIME_MS = 30 * DAY_MS;
/** How long the previous token returns its successor again, because the response may have been lost. */
const GRACE_MS = 10_000;

/** All refresh tokens of one login. `generation` is that of the one unused token. */
export interface RefreshFamily {
  readonly enterprise_id: string;
  readonly id: string;
  readonly user_name: string;
  readonly generation: number;
  readonly rotated_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

/**
 * The outcome of a genuine refresh token: its successor (`rotated`), the same successor again (`repeated`), a rejection
 * (`refused`), or the end of the family, because a stolen token was used (`reused`).
 */
export type Presentation =
  | { readonly outcome: 'rotated' | 'reused'; readonly family: RefreshFamily }
  | { readonly outcome: 'repeated' | 'refused' };

export function startFamily(of: Pick<RefreshFamily, 'enterprise_id' | 'id' | 'user_name'>, now: Date): RefreshFamily {
  const expires_at = new Date(now.getTime() + LIFETIME_MS);
  return { ...of, generation: 1, rotated_at: now, expires_at, revoked_at: null, created_at: now };
}

export function presentToken(family: RefreshFamily, generation: number, now: Date): Presentation {
  if (family.revoked_at !== null || family.expires_at <= now) return { outcome: 'refused' };
  if (generation === family.generation) {
    const expires_at = new Date(now.getTime() + LIFETIME_MS);
    return { outcome: 'rotated', family: { ...family, generation: generation + 1, rotated_at: now, expires_at } };
  }
  const isGrace = now.getTime() - family.rotated_at.getTime() <= GRACE_MS;
  if (generation === family.generation - 1 && isGrace) return { outcome: 'repeated' };
  // A newer token than the family knows is not theft: the database was restored from a backup.
  if (generation > family.generation) return { outcome: 'refused' };
  return { outcome: 'reused', family: { ...family, revoked_at: now } };
}
