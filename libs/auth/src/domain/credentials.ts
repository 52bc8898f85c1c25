/** All that a client may do unless its credentials are narrowed. */
export const CLIENT_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
] as const;

export type Environment = 'sandbox' | 'production';

/** One set of client credentials as stored: never the secret, only its hash. */
export interface ClientState {
  readonly enterprise_id: string;
  readonly client_id: string;
  readonly secret_hash: Buffer;
  readonly scopes: readonly string[];
  /** Raised by every change; a token carries the version it was made under. */
  readonly version: number;
  readonly disabled_at: Date | null;
}

export interface ApiKeyState {
  readonly enterprise_id: string;
  readonly lookup: string;
  readonly key_hash: Buffer;
  readonly environment: Environment;
  readonly revoked_at: Date | null;
}
