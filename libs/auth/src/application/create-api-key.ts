import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Secrets } from '@payments/persistence';
import { toApiKeyView } from './api-key.view.js';
import type { ApiKeyView } from './api-key.view.js';
import { newApiKey, parseApiKey } from './credential-text.js';
import { ApiKeys } from './ports.js';

export interface NewApiKeyView {
  readonly api_key: ApiKeyView;
  /** Shown only in this response. */
  readonly key: string;
}

/** Creates an API key. An enterprise can have any number of them. */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeys,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<NewApiKeyView> {
    const { enterpriseId: enterprise_id, environment } = workContext.tenant();
    const key = newApiKey(environment);
    const { lookup } = parseApiKey(key)!;
    const created_at = this.clock.now();
    const state = { enterprise_id, lookup, key_hash: this.secrets.hash(key), environment, created_at };
    const after = toApiKeyView({ ...state, revoked_at: null });
    await this.unitOfWork.run(async () => {
      await this.apiKeys.add(state);
      await this.audit.record({ action: 'api_key.created', subject_type: 'api_key', subject_id: lookup, after });
    });
    return { api_key: after, key };
  }
}
