import type { UserRole } from './scopes.js';

export type Environment = 'sandbox' | 'production';

/** The most enabled sets of client credentials per enterprise: one, and its replacement. */
export const MAX_LIVE_CLIENTS = 2;

/** What all credentials that can get a token have in common. */
interface Credential {
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
  /** The portal user who answers for what it sends, and so may not approve it; null if it is not known. */
  readonly owner: string | null;
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
export interface UserState extends Credential, TotpState, PasswordRequest {
  readonly name: string;
  readonly password_hash: string;
  readonly role: UserRole;
  /** The password was chosen by someone else, and allows nothing until the user has changed it. */
  readonly must_change_password: boolean;
  readonly last_seen_at: Date | null;
  /** Of the portal's page; the service does not interpret them. */
  readonly preferences: Readonly<Record<string, unknown>>;
}

/** The second factor of a user: none, one to be confirmed with a first code, or one in use. */
export interface TotpState {
  /** Sealed. */
  readonly totp_secret: Buffer | null;
  readonly totp_confirmed_at: Date | null;
  /** The time step of the last code that was accepted. Codes of it and of earlier ones are spent. */
  readonly totp_last_step: number | null;
  /** Keyed hashes of the unused recovery codes. */
  readonly recovery_hashes: readonly Buffer[];
}

/** A password that its user has yet to choose, by a link that is shown once. */
export interface PasswordRequest {
  /** Of the secret of the link, keyed; null while there is no link. */
  readonly link_hash: Buffer | null;
  readonly link_expires_at: Date | null;
  /** Of the code that the link needs as well, keyed; null if one administrator is enough. Who asked was shown it. */
  readonly link_code_hash: Buffer | null;
  readonly password_requested_by: string | null;
}

export const NO_PASSWORD_REQUEST: PasswordRequest = {
  link_hash: null,
  link_expires_at: null,
  link_code_hash: null,
  password_requested_by: null,
};

export const NO_TOTP: TotpState = {
  totp_secret: null,
  totp_confirmed_at: null,
  totp_last_step: null,
  recovery_hashes: [],
};

export function hasMfa({ totp_confirmed_at }: Pick<TotpState, 'totp_confirmed_at'>): boolean {
  return totp_confirmed_at !== null;
}

/** A change of what a user may do, or logs in with. It ends the sessions of the user. */
export function changeUser(user: UserState, change: Partial<UserState>): UserState {
  return { ...user, ...change, version: user.version + 1 };
}
