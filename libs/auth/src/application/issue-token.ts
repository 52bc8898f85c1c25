import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { Secrets } from '@payments/platform';
import { authErrors } from '../domain/auth.errors.js';
import { TokenBuckets } from '../domain/token-bucket.js';
import { AccessTokens, Clients } from './ports.js';

export const ACCESS_TOKEN_SECONDS = 3_600;
const REQUESTS = { perMinute: 600, burst: 200 };
const FAILURES = { perMinute: 20, burst: 20 };
const POLICY = `"token";q=${REQUESTS.burst};w=60`;
/** What an unknown client's secret is compared with, so that it takes as long as a known one's. */
const NO_HASH = Buffer.alloc(32);

export interface TokenRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly remote_address: string;
}

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

/**
 * Exchanges client credentials for an access token.
 * @throws unauthorized for an unknown client as for a wrong secret, forbidden for the right secret of a disabled
 *   client, too_many_requests over 600 requests a minute of one client or 20 failures from one address.
 */
@Injectable()
export class IssueToken {
  private readonly requests = new TokenBuckets(REQUESTS);
  private readonly failures = new TokenBuckets(FAILURES);

  constructor(
    private readonly clients: Clients,
    private readonly tokens: AccessTokens,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async execute({ client_id, client_secret, remote_address }: TokenRequest): Promise<TokenResponse> {
    const now = this.clock.now().getTime();
    const failureKey = `${client_id} ${remote_address}`;
    const wait = this.failures.peek(failureKey, now);
    if (wait > 0) throw tooManyRequests(wait);
    const client = await this.clients.find(client_id);
    if (!this.secrets.matches(client_secret, client?.secret_hash ?? NO_HASH) || client === undefined) {
      this.failures.take(failureKey, now);
      throw authErrors.unauthorized({ message: 'client_id or client_secret is wrong' });
    }
    // Counted only now: a stranger who does not know the secret must not use up the owner's requests.
    const ownWait = this.requests.take(client_id, now);
    if (ownWait > 0) throw tooManyRequests(ownWait);
    if (client.disabled_at !== null) throw authErrors.forbidden({ message: 'The client is disabled' });
    const { enterprise_id, scopes, version } = client;
    const subject = { kind: 'client', name: client_id } as const;
    const claims = { subject, enterprise_id, scope: scopes.join(' '), credential_version: version };
    const access_token = await this.tokens.sign(claims, ACCESS_TOKEN_SECONDS);
    return { access_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_SECONDS };
  }
}

function tooManyRequests(seconds: number): DomainError {
  const headers = {
    'Retry-After': String(seconds),
    RateLimit: `"token";r=0;t=${seconds}`,
    'RateLimit-Policy': POLICY,
  };
  return authErrors.too_many_requests({ headers });
}
