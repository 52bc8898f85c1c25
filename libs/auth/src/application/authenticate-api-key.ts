import { Injectable } from '@nestjs/common';
import { Secrets } from '@payments/platform';
import type { Tenant } from '@payments/platform';
import { authErrors } from '../domain/auth.errors.js';
import { parseApiKey } from './credential-text.js';
import type { ApiKeyState } from '../domain/credentials.js';
import { ApiKeys } from './ports.js';

const CACHE_MS = 3_000;
const MAX_CACHED = 10_000;

interface Cached {
  readonly readAt: number;
  readonly key: Promise<ApiKeyState | undefined>;
}

/**
 * Checks `X-API-Key`. A key that is sent must be right; one that is not sent is demanded only by enterprises that
 * say so.
 */
@Injectable()
export class AuthenticateApiKey {
  private readonly cache = new Map<string, Cached>();

  constructor(
    private readonly keys: ApiKeys,
    private readonly secrets: Secrets,
  ) {}

  /** @throws forbidden when it is demanded and missing, unknown, revoked, or of another environment or enterprise. */
  async execute(sent: string | undefined, tenant: Tenant): Promise<void> {
    if (sent === undefined) {
      if (tenant.settings.require_api_key) throw authErrors.forbidden();
      return;
    }
    const parsed = parseApiKey(sent);
    if (parsed === undefined || parsed.environment !== tenant.environment) throw authErrors.forbidden();
    const key = await this.find(parsed.lookup);
    const valid =
      key !== undefined &&
      this.secrets.matches(sent, key.key_hash) &&
      key.revoked_at === null &&
      key.environment === tenant.environment &&
      key.enterprise_id === tenant.enterpriseId;
    if (!valid) throw authErrors.forbidden();
  }

  private find(lookup: string): Promise<ApiKeyState | undefined> {
    const now = performance.now();
    const cached = this.cache.get(lookup);
    if (cached !== undefined && now - cached.readAt < CACHE_MS) return cached.key;
    const key = this.keys.find(lookup);
    key.catch(() => this.cache.delete(lookup));
    if (this.cache.size >= MAX_CACHED) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(lookup, { readAt: now, key });
    return key;
  }
}
