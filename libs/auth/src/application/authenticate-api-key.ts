import { Injectable } from '@nestjs/common';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../domain/auth.errors.js';
import type { ApiKeyState } from '../domain/credentials.js';
import type { Principal } from './authenticate-bearer.js';
import { parseApiKey } from './credential-text.js';
import { ApiKeys } from './ports.js';
import { Recent } from '@payments/kernel';

/**
 * Checks `X-API-Key`. A key that is sent must be valid. Portal users must send one, except for the portal's page, and
 * so must clients of enterprises that require it.
 */
@Injectable()
export class AuthenticateApiKey {
  private readonly keys: Recent<ApiKeyState | undefined>;

  constructor(
    keys: ApiKeys,
    private readonly secrets: Secrets,
  ) {
    this.keys = new Recent((lookup) => keys.find(lookup));
  }

  /** @throws forbidden when the caller must send a key. */
  assertOptional({ subject, tenant, session }: Pick<Principal, 'subject' | 'tenant' | 'session'>): void {
    // A browser must not hold an API key.
    if (session?.kind === 'portal') return;
    if (tenant.settings.require_api_key || subject.kind === 'user') throw authErrors.forbidden();
  }

  /** @throws forbidden when the key is unknown, revoked, or of another environment or enterprise. */
  async execute(sent: string, { tenant }: Pick<Principal, 'tenant'>): Promise<void> {
    const parsed = parseApiKey(sent);
    if (parsed === undefined || parsed.environment !== tenant.environment) throw authErrors.forbidden();
    const key = await this.keys.get(parsed.lookup);
    const valid =
      key !== undefined &&
      this.secrets.matches(sent, key.key_hash) &&
      key.revoked_at === null &&
      key.environment === tenant.environment &&
      key.enterprise_id === tenant.enterpriseId;
    if (!valid) throw authErrors.forbidden();
  }
}
