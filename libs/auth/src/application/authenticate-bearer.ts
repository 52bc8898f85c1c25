import { Injectable } from '@nestjs/common';
import { BoundedMap, Clock } from '@payments/kernel';
import { Log } from '@payments/observability';
import { Enterprises, fingerprint } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import { authErrors } from '../domain/auth.errors.js';
import type { Credential } from '../domain/credentials.js';
import { AccessTokens, Clients, Users } from './ports.js';
import type { Subject, VerifiedToken } from './ports.js';
import { MAX_ENTRIES, Recent } from './ttl-cache.js';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** The caller, its enterprise, and its scopes. */
export interface Principal {
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly scopes: ReadonlySet<string>;
}

interface Remembered {
  readonly claims: VerifiedToken;
  readonly scopes: ReadonlySet<string>;
}

/**
 * Turns an access token into the caller. Verified tokens are cached by hash until they expire; the credential
 * behind them is read again every three seconds, so that a disabled one soon stops working everywhere.
 */
@Injectable()
export class AuthenticateBearer {
  private readonly verified = new BoundedMap<string, Remembered>(MAX_ENTRIES);
  private readonly credentials: Readonly<Record<Subject['kind'], Recent<Credential | undefined>>>;

  constructor(
    private readonly tokens: AccessTokens,
    clients: Clients,
    users: Users,
    private readonly enterprises: Enterprises,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.credentials = {
      client: new Recent((name) => clients.find(name)),
      user: new Recent((name) => users.find(name)),
    };
  }

  /** @param authorization the header as it was sent. @throws unauthorized, the same for every reason; the log has it. */
  async execute(authorization: string | undefined): Promise<Principal> {
    const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) return this.refuse(authorization === undefined ? 'no_token' : 'no_bearer_token');
    const known = await this.verify(token);
    if (typeof known === 'string') return this.refuse(known);
    const { subject, enterprise_id, credential_version } = known.claims;
    const credential = await this.credentials[subject.kind].get(subject.name);
    if (credential === undefined || credential.enterprise_id !== enterprise_id) {
      return this.refuse('unknown_credential');
    }
    if (credential.disabled_at !== null) return this.refuse('disabled_credential');
    if (credential.version !== credential_version) return this.refuse('changed_credential');
    return { subject, tenant: await this.enterprises.get(enterprise_id), scopes: known.scopes };
  }

  /** The token's claims, or why it is rejected. */
  private async verify(token: string): Promise<Remembered | string> {
    const hash = fingerprint(token);
    const known = this.verified.get(hash);
    if (known !== undefined) {
      if (known.claims.exp * 1000 > this.clock.now().getTime()) return known;
      this.verified.delete(hash);
    }
    const claims = await this.tokens.verify(token);
    if ('refused' in claims) return claims.refused;
    const fresh = { claims, scopes: new Set(claims.scope.split(' ')) };
    this.verified.set(hash, fresh);
    return fresh;
  }

  private refuse(reason: string): never {
    this.log.info('token_rejected', { reason });
    throw authErrors.unauthorized({ headers: CHALLENGE });
  }
}
