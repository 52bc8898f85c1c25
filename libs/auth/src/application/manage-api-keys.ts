import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Secrets } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import type { ApiKeyState, Environment } from '../domain/credentials.js';
import { newApiKey, parseApiKey } from './credential-text.js';
import { ApiKeys } from './ports.js';

export interface ApiKeyView {
  /** The part of the key by which it is found; of no use without the rest. */
  readonly id: string;
  readonly environment: Environment;
  readonly created_at: string;
  readonly revoked_at?: string;
}

export interface NewApiKeyView {
  readonly api_key: ApiKeyView;
  /** Shown this once. */
  readonly key: string;
}

/** The API keys of the enterprise, any number of them. */
@Injectable()
export class ManageApiKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeys,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async create(): Promise<NewApiKeyView> {
    const { enterpriseId: enterprise_id, environment } = workContext.tenant();
    const key = newApiKey(environment);
    const { lookup } = parseApiKey(key)!;
    const created_at = this.clock.now();
    const state = { enterprise_id, lookup, key_hash: this.secrets.hash(key), environment, created_at };
    const view = toView({ ...state, revoked_at: null });
    await this.unitOfWork.run(async () => {
      await this.apiKeys.add(state);
      await this.record('api_key.created', { after: view });
    });
    return { api_key: view, key };
  }

  /** Revoking twice changes nothing. @throws unknown_id */
  revoke(id: string): Promise<ApiKeyView> {
    return this.unitOfWork.run(async () => {
      const key = await this.apiKeys.lock(id);
      if (key === undefined) throw portalErrors.unknown_id();
      const before = toView(key);
      if (key.revoked_at !== null) return before;
      const after = toView({ ...key, revoked_at: this.clock.now() });
      await this.apiKeys.revoke(id, this.clock.now());
      await this.record('api_key.revoked', { before, after });
      return after;
    });
  }

  list(): Promise<ApiKeyView[]> {
    return this.unitOfWork.run(async () => (await this.apiKeys.list()).map(toView));
  }

  private record(action: string, change: { readonly before?: ApiKeyView; readonly after: ApiKeyView }): Promise<void> {
    return this.audit.record({ action, subject_type: 'api_key', subject_id: change.after.id, ...change });
  }
}

function toView({ lookup, environment, created_at, revoked_at }: Omit<ApiKeyState, 'key_hash'>): ApiKeyView {
  return {
    id: lookup,
    environment,
    created_at: created_at.toISOString(),
    ...(revoked_at !== null && { revoked_at: revoked_at.toISOString() }),
  };
}
