import type { UserRole } from './scopes.js';

export type Environment = 'sandbox' | 'production';

/** The most enabled sets of client credentials per enterprise: one, and its replacement. */
export const MAX_LIVE_CLIENTS = 2;

/** What all credentials that can get a token have in common. */
export interface Credential {
  readonly enterprise_id: string;
  /** Incremented by every change; a token carries the version it was issued under. */
  readonly version: number;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
}

/** One set of client credentials as stored: never the secret, only its hash. */
export interface ClientState extends Credential {
  readonly client_id: string;
  readonly secret_hash: Buffer;
  readonly scopes: readonly string[];
}

export interface ApiKeyState {
  readonly enterprise_id: string;
  readonly lookup: string;
  readonly key_hash: Buffer;
  readonly environment: Environment;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

/** A person who logs in to the portal by name and password. */
export interface UserState extends Credential {
  readonly name: string;
  readonly password_hash: string;
  readonly role: UserRole;
}
