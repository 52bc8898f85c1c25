import type { ClientState } from '../domain/credentials.js';

export interface ClientView {
  readonly client_id: string;
  readonly scopes: readonly string[];
  /** The portal user who may not approve what it sends. */
  readonly owner?: string;
  readonly created_at: string;
  readonly disabled_at?: string;
}

type Shown = Pick<ClientState, 'client_id' | 'scopes' | 'owner' | 'created_at' | 'disabled_at'>;

export function toClientView({ client_id, scopes, owner, created_at, disabled_at }: Shown): ClientView {
  return {
    client_id,
    scopes,
    ...(owner !== null && { owner }),
    created_at: created_at.toISOString(),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  };
}
