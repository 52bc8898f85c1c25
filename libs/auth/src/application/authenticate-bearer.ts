import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Enterprises, fingerprint } from '@payments/platform';
import type { Tenant } from '@payments/platform';
import { authErrors } from '../domain/auth.errors.js';
import type { ClientState } from '../domain/credentials.js';
import { AccessTokens, Clients } from './ports.js';
import type { VerifiedToken } from './ports.js';

const CLIENT_CACHE_MS = 3_000;
const MAX_CACHED = 10_000;
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** Who calls, on behalf of which enterprise, and what they may do. */
export interface Principal {
  readonly clientId: string;
  readonly tenant: Tenant;
  readonly scopes: ReadonlySet<string>;
}

interface CachedClient {
  readonly readAt: number;
  readonly client: Promise<ClientState | undefined>;
}

/**
 * Turns an access token into the caller. Verified tokens are remembered by hash until they expire; the client behind
 * them is looked at again every three seconds, so that a disabled one stops working at once everywhere.
 */
@Injectable()
export class AuthenticateBearer {
  private readonly verified = new Map<string, VerifiedToken>();
  private readonly clientCache = new Map<string, CachedClient>();

  constructor(
    private readonly tokens: AccessTokens,
    private readonly clients: Clients,
    private readonly enterprises: Enterprises,
    private readonly clock: Clock,
  ) {}

  /** @param authorization the header as it was sent. @throws unauthorized */
  async execute(authorization: string | undefined): Promise<Principal> {
    const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '') ?? [];
    const claims = token === undefined ? undefined : await this.verify(token);
    if (claims === undefined) throw authErrors.unauthorized({ headers: CHALLENGE });
    const client = await this.client(claims.client_id);
    const current = client !== undefined && client.disabled_at === null && client.version === claims.credential_version;
    if (!current) throw authErrors.unauthorized({ headers: CHALLENGE });
    const tenant = await this.enterprises.get(claims.enterprise_id);
    return { clientId: claims.client_id, tenant, scopes: new Set(claims.scope.split(' ')) };
  }

  private async verify(token: string): Promise<VerifiedToken | undefined> {
    const hash = fingerprint(token);
    const known = this.verified.get(hash);
    if (known !== undefined) {
      if (known.exp * 1000 > this.clock.now().getTime()) return known;
      this.verified.delete(hash);
    }
    const claims = await this.tokens.verify(token);
    if (claims === undefined) return undefined;
    forgetOldest(this.verified);
    this.verified.set(hash, claims);
    return claims;
  }

  private client(clientId: string): Promise<ClientState | undefined> {
    const now = performance.now();
    const cached = this.clientCache.get(clientId);
    if (cached !== undefined && now - cached.readAt < CLIENT_CACHE_MS) return cached.client;
    const client = this.clients.find(clientId);
    client.catch(() => this.clientCache.delete(clientId));
    forgetOldest(this.clientCache);
    this.clientCache.set(clientId, { readAt: now, client });
    return client;
  }
}

function forgetOldest(cache: Map<string, unknown>): void {
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
}
