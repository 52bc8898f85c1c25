import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { toApiKeyView } from './api-key.view.js';
import type { ApiKeyView } from './api-key.view.js';
import { ApiKeys } from './ports.js';

/** Revokes an API key. Revoking it again is a no-op. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeys,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id */
  execute(id: string): Promise<ApiKeyView> {
    return this.unitOfWork.run(async () => {
      const key = await this.apiKeys.lock(id);
      if (key === undefined) throw portalErrors.unknown_id();
      const before = toApiKeyView(key);
      if (key.revoked_at !== null) return before;
      const now = this.clock.now();
      const after = toApiKeyView({ ...key, revoked_at: now });
      await this.apiKeys.revoke(id, now);
      await this.audit.record({
        action: 'api_key.revoked',
        subject_type: 'api_key',
        subject_id: after.id,
        before,
        after,
      });
      return after;
    });
  }
}
