import type { ApiKeyState, ClientState } from '../domain/credentials.js';

export type NewClient = Omit<ClientState, 'version' | 'disabled_at'>;
export type NewApiKey = Omit<ApiKeyState, 'revoked_at'>;

/** Client credentials, found by their public half over all enterprises. */
export abstract class Clients {
  abstract find(clientId: string): Promise<ClientState | undefined>;
  /** In the unit of work at hand. */
  abstract add(client: NewClient): Promise<void>;
}

export abstract class ApiKeys {
  abstract find(lookup: string): Promise<ApiKeyState | undefined>;
  /** In the unit of work at hand. */
  abstract add(key: NewApiKey): Promise<void>;
}

export interface UserState {
  readonly enterprise_id: string;
  readonly name: string;
  readonly password_hash: string;
  readonly role: 'admin' | 'payment_initiator' | 'developer' | 'read_only';
}

export abstract class Users {
  /** In the unit of work at hand. */
  abstract add(user: UserState): Promise<void>;
}

/** What an access token says. */
export interface AccessTokenClaims {
  readonly client_id: string;
  readonly enterprise_id: string;
  readonly scope: string;
  readonly credential_version: number;
}

export interface VerifiedToken extends AccessTokenClaims {
  /** Unix seconds. */
  readonly exp: number;
}

export abstract class AccessTokens {
  abstract sign(claims: AccessTokenClaims, lifetimeSeconds: number): Promise<string>;
  /** Undefined when the token is not ours, was changed, or its time is over. */
  abstract verify(token: string): Promise<VerifiedToken | undefined>;
}

export abstract class Passwords {
  /** A slow, salted hash. */
  abstract hash(password: string): Promise<string>;
}
