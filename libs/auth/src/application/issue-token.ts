import { Injectable } from '@nestjs/common';
import { Enterprises, Secrets } from '@payments/persistence';
import { tokenErrors } from '../domain/auth.errors.js';
import { AccessTokens, Clients } from './ports.js';
import { RateLimits, tooManyRequests } from './rate-limits.js';
import { RequestLimits } from './request-limits.js';

export const ACCESS_TOKEN_SECONDS = 3_600;
/** Compared with an unknown client's secret, so that it takes as long as a known one's. */
const NO_HASH = Buffer.alloc(32);

/** The `extras` of a refusal of HTTP Basic. */
export const BASIC_CHALLENGE = { headers: { 'WWW-Authenticate': 'Basic realm="payments"' } };

export interface TokenRequest {
  readonly client_id: string;
  readonly client_secret: string;
  /** Names of scopes, separated by spaces; unless given, all that the client holds. */
  readonly scope?: string;
  /** Sent by HTTP Basic, so that a refusal has to name that scheme (RFC 6749, 5.2). */
  readonly isBasic?: boolean;
  readonly remote_address: string;
}

export interface TokenGrant {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

export interface ClientGrant extends TokenGrant {
  readonly scope: string;
}

/** A token, and the headers with the client's remaining quota. */
export interface IssuedToken {
  readonly response: ClientGrant;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Exchanges client credentials for an access token.
 * @throws unauthorized for an unknown client as for a wrong secret, forbidden for the correct secret of a disabled
 *   client, invalid_scope for scopes that it does not hold, too_many_requests over 600 requests a minute of one client or 20 failures from one address.
 */
@Injectable()
export class IssueToken {
  constructor(
    private readonly clients: Clients,
    private readonly tokens: AccessTokens,
    private readonly secrets: Secrets,
    private readonly enterprises: Enterprises,
    private readonly limits: RateLimits,
    private readonly requestLimits: RequestLimits,
  ) {}

  async execute({ client_id, client_secret, remote_address, ...asked }: TokenRequest): Promise<IssuedToken> {
    const failures = this.requestLimits.ofFailedTokens(client_id, remote_address);
    const refusal = this.limits.refusal(failures);
    if (refusal !== undefined) throw refusal;
    const client = await this.clients.find(client_id);
    if (!this.secrets.matches(client_secret, client?.secret_hash ?? NO_HASH) || client === undefined) {
      const failure = await this.limits.take(failures);
      if (!failure.isAllowed) throw tooManyRequests(failure);
      throw tokenErrors.unauthorized(asked.isBasic === true ? BASIC_CHALLENGE : {});
    }
    // Counted only now: callers without the secret must not use up the owner's quota.
    const tenant = await this.enterprises.get(client.enterprise_id);
    const { isAllowed, headers } = await this.limits.take(this.requestLimits.ofTokens(client_id, tenant));
    if (!isAllowed) throw tooManyRequests({ isAllowed, headers });
    if (client.disabled_at !== null) throw tokenErrors.forbidden();
    const { enterprise_id, version } = client;
    const scope = scopeOf(client.scopes, asked.scope);
    const subject = { kind: 'client', name: client_id } as const;
    const claims = { subject, enterprise_id, scope, credential_version: version };
    const access_token = await this.tokens.sign(claims, ACCESS_TOKEN_SECONDS);
    return { response: { access_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_SECONDS, scope }, headers };
  }
}

function scopeOf(held: readonly string[], asked: string | undefined): string {
  const names = asked === undefined ? held : [...new Set(asked.split(' '))];
  const missing = names.find((name) => !held.includes(name));
  if (missing === undefined) return names.join(' ');
  throw tokenErrors.invalid_scope({ message: `scope names ${missing}, which the client does not hold` });
}
