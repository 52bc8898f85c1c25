import type { ApiKeyState, Environment } from '../domain/credentials.js';

export interface ApiKeyView {
  /** The part of the key that identifies it. It grants no access without the rest. */
  readonly id: string;
  readonly environment: Environment;
  readonly created_at: string;
  readonly revoked_at?: string;
}

export function toApiKeyView({
  lookup,
  environment,
  created_at,
  revoked_at,
}: Omit<ApiKeyState, 'key_hash'>): ApiKeyView {
  return {
    id: lookup,
    environment,
    created_at: created_at.toISOString(),
    ...(revoked_at !== null && { revoked_at: revoked_at.toISOString() }),
  };
}
