import type { ApiKeyState, ClientState, UserState } from '../domain/credentials.js';
import type { AuthenticationMethod, RefreshFamily, SessionKind } from '../domain/refresh-family.js';
import type { UserRole } from '../domain/scopes.js';

export type NewClient = Omit<ClientState, 'version' | 'disabled_at'> & { readonly created_by: string | null };
export type NewApiKey = Omit<ApiKeyState, 'revoked_at'>;
export type NewUser = Pick<
  UserState,
  'enterprise_id' | 'name' | 'password_hash' | 'role' | 'must_change_password' | 'created_at'
>;

// `find` searches all enterprises, in a separate transaction. Everything else concerns the current tenant and runs in the
// current unit of work. A text that cannot be stored matches nothing.

/** Client credentials, found by their public half. */
export abstract class Clients {
  abstract find(clientId: string): Promise<ClientState | undefined>;
  abstract add(client: NewClient): Promise<void>;
  /** Newest first. */
  abstract list(): Promise<ClientState[]>;
  /** The number of enabled clients. No other transaction can add one until the unit of work ends. */
  abstract countLiveBeforeAdding(): Promise<number>;
  /** For updates: others wait until the unit of work ends. */
  abstract lock(clientId: string): Promise<ClientState | undefined>;
  abstract disable(clientId: string, at: Date): Promise<void>;
  abstract setOwner(clientId: string, owner: string): Promise<void>;
}

export abstract class ApiKeys {
  abstract find(lookup: string): Promise<ApiKeyState | undefined>;
  abstract add(key: NewApiKey): Promise<void>;
  /** Newest first. */
  abstract list(): Promise<ApiKeyState[]>;
  abstract lock(lookup: string): Promise<ApiKeyState | undefined>;
  abstract revoke(lookup: string, at: Date): Promise<void>;
}

export abstract class Users {
  abstract find(name: string): Promise<UserState | undefined>;
  /** @throws a unique violation when any enterprise has a user with the name. */
  abstract add(user: NewUser): Promise<void>;
  /** Newest first. */
  abstract list(): Promise<UserState[]>;
  abstract get(name: string): Promise<UserState | undefined>;
  abstract lock(name: string): Promise<UserState | undefined>;
  /** The enabled users of the roles, locked in a fixed order until the unit of work ends. */
  abstract lockEnabled(roles: readonly UserRole[]): Promise<UserState[]>;
  /** Everything that can change, of a locked user. */
  abstract save(user: UserState): Promise<void>;
  abstract saveLastSeen(name: string, at: Date): Promise<void>;
}

/** Sessions that can be refreshed. */
export abstract class RefreshFamilies {
  /** Also deletes the user's expired ones. */
  abstract add(family: RefreshFamily): Promise<void>;
  /** Locks the family until the unit of work ends. `now` is the database's time, the same for every api. */
  abstract lock(id: string): Promise<{ readonly family: RefreshFamily; readonly now: Date } | undefined>;
  abstract save(family: RefreshFamily): Promise<void>;
  /** Those of a user that can be refreshed, last refreshed first. */
  abstract listLive(user: Pick<UserState, 'name' | 'version'>): Promise<RefreshFamily[]>;
  /** Searches in a separate transaction. Undefined when it is gone. */
  abstract find(place: Pick<RefreshFamily, 'enterprise_id' | 'id'>): Promise<RefreshFamily | undefined>;
}

/** The subject of a token: client credentials or a portal user. */
export interface Subject {
  readonly kind: 'client' | 'user';
  /** The client id, or the user's name. */
  readonly name: string;
}

/** The session that an access token of a user belongs to, and ends with. */
export interface SessionClaims {
  /** Of the family of refresh tokens. */
  readonly id: string;
  /** Tokens of the portal's page need no API key. */
  readonly kind: SessionKind;
  readonly methods: readonly AuthenticationMethod[];
  /** When the user last gave a password or code, in Unix seconds. */
  readonly authenticated_at: number;
}

/** The claims of an access token. */
export interface AccessTokenClaims {
  readonly subject: Subject;
  readonly enterprise_id: string;
  readonly scope: string;
  readonly credential_version: number;
  /** Only in tokens of users. */
  readonly session?: SessionClaims;
}

export interface VerifiedToken extends AccessTokenClaims {
  /** Unix seconds. */
  readonly exp: number;
}

/** Why a token is rejected, for the log. */
export interface RefusedToken {
  readonly refused: string;
}

export abstract class AccessTokens {
  abstract sign(claims: AccessTokenClaims, lifetimeSeconds: number): Promise<string>;
  /** Rejected when the token is not ours, was tampered with, or has expired. */
  abstract verify(token: string): Promise<VerifiedToken | RefusedToken>;
}

export abstract class SigningKeyRing {
  /** Publishes a new key for access tokens, which signs from then on. Returns its id. */
  abstract add(signsFrom: Date): Promise<string>;
}

export abstract class Passwords {
  /** A slow, salted hash. */
  abstract hash(password: string): Promise<string>;
  /**
   * Takes as long without a hash (unknown user) as with one, and then returns false.
   * @throws too_many_requests when too many are already waiting.
   */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}

export type UserKey = Pick<UserState, 'enterprise_id' | 'name'>;

/** A second factor as the user sees it once, and as it is stored. */
export interface NewSecondFactor extends Pick<UserState, 'recovery_hashes'> {
  readonly shown: {
    /** In base32. */
    readonly secret: string;
    /** What apps read from a QR code. */
    readonly otpauth_uri: string;
    readonly recovery_codes: readonly string[];
  };
  readonly totp_secret: Buffer;
}

/** Codes of authenticator apps, and the recovery codes in their place. */
export abstract class SecondFactors {
  abstract create(user: UserKey, issuer: string): Promise<NewSecondFactor>;
  /** The time step that has the code, around `now`; undefined when none has. */
  abstract stepOf(
    user: UserKey & { readonly totp_secret: Buffer },
    code: string,
    now: Date,
  ): Promise<number | undefined>;
  abstract recoveryHash(user: UserKey, code: string): Buffer;
}

/** Failed logins, counted across all processes. The keys reveal no name. */
export abstract class LoginFailures {
  /** The recent count under each key, and when it expires. */
  abstract read(keys: readonly string[]): Promise<ReadonlyMap<string, FailureCount>>;
  /** Adds one under each key; returns the new counts. */
  abstract add(keys: readonly string[], expiresAt: Date, now: Date): Promise<ReadonlyMap<string, FailureCount>>;
  /** Takes one away. */
  abstract takeBack(key: string): Promise<void>;
  abstract forget(key: string): Promise<void>;
}

export interface FailureCount {
  readonly failures: number;
  readonly expires_at: Date;
}
