import { Injectable } from '@nestjs/common';
import { BoundedMap, Clock, MAX_ENTRIES } from '@payments/kernel';
import { Log } from '@payments/observability';
import { Enterprises, fingerprint } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import { authErrors } from '../domain/auth.errors.js';
import { CredentialChecks } from './credential-checks.js';
import type { Accepted } from './credential-checks.js';
import { AccessTokens } from './ports.js';
import type { SessionClaims, Subject, VerifiedToken } from './ports.js';

/** RFC 6750, 3: the error is for those who sent a token, not for those who have none yet. */
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
const INVALID_TOKEN = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

/** The caller, its enterprise, and its scopes. */
export interface Principal {
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly scopes: ReadonlySet<string>;
  /** The portal user who owns the client that calls; `OPERATOR` if nobody does. */
  readonly owner?: string;
  /** Of a portal user. */
  readonly session?: SessionClaims;
}

interface Remembered {
  readonly claims: VerifiedToken;
  readonly scopes: ReadonlySet<string>;
}

const BEARER_SCHEME = /^ *Bearer( |$)/i;
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Turns an access token into the caller. Verified tokens are cached by hash until they expire; the credential
 * behind them is read again every three seconds, so that a disabled one soon stops working everywhere, and at once where a
 * user decides something.
 */
@Injectable()
export class AuthenticateBearer {
  private readonly verified = new BoundedMap<string, Remembered>(MAX_ENTRIES);

  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: CredentialChecks,
    private readonly enterprises: Enterprises,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param authorization the header as it was sent. @throws unauthorized, the same for every reason; the log has it. */
  async execute(authorization: string | undefined): Promise<Principal> {
    const token = tokenOf(authorization);
    if (token === undefined) {
      const headers = BEARER_SCHEME.test(authorization ?? '') ? INVALID_TOKEN : CHALLENGE;
      return this.refuse(authorization === undefined ? 'no_token' : 'no_bearer_token', headers);
    }
    const hash = fingerprint(token);
    const known = this.remembered(hash) ?? (await this.verify(token, hash));
    if (typeof known === 'string') return this.refuse(known);
    const tenant = () => this.enterprises.get(known.claims.enterprise_id);
    const check = await this.credentials.check(known.claims, tenant);
    if ('refused' in check) return this.refuse(check.refused);
    return principalOf(known, check, await tenant());
  }

  /** What `execute` would return, if nothing has to be read: twenty promises less for each request. */
  recall(authorization: string | undefined): Principal | undefined {
    const token = tokenOf(authorization);
    const known = token === undefined ? undefined : this.remembered(fingerprint(token));
    if (known === undefined) return undefined;
    const tenant = this.enterprises.recall(known.claims.enterprise_id);
    const check = tenant && this.credentials.recall(known.claims, tenant);
    return check && principalOf(known, check, tenant);
  }

  /** The next `execute` reads what is behind the token, so that a credential that was disabled just now is refused. */
  forget(authorization: string | undefined): void {
    const token = tokenOf(authorization);
    const known = token === undefined ? undefined : this.remembered(fingerprint(token));
    if (known !== undefined) this.credentials.forget(known.claims);
  }

  /** The enterprise of a token that was verified before: for its share, not for its rights. */
  enterpriseOf(authorization: string | undefined): string | undefined {
    const token = tokenOf(authorization);
    return token === undefined ? undefined : this.remembered(fingerprint(token))?.claims.enterprise_id;
  }

  private remembered(hash: string): Remembered | undefined {
    const known = this.verified.get(hash);
    if (known === undefined || known.claims.exp * 1000 > this.clock.now().getTime()) return known;
    this.verified.delete(hash);
    return undefined;
  }

  /** The token's claims, or why it is rejected. */
  private async verify(token: string, hash: string): Promise<Remembered | string> {
    const claims = await this.tokens.verify(token);
    if ('refused' in claims) return claims.refused;
    const fresh = { claims, scopes: new Set(claims.scope.split(' ')) };
    this.verified.set(hash, fresh);
    return fresh;
  }

  private refuse(reason: string, headers: Readonly<Record<string, string>> = INVALID_TOKEN): never {
    this.log.info('token_rejected', { reason });
    throw authErrors.unauthorized({ headers });
  }
}

function tokenOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

function principalOf(
  { claims: { subject, session }, scopes }: Remembered,
  { owner }: Accepted,
  tenant: Tenant,
): Principal {
  return { subject, tenant, scopes, ...(owner !== undefined && { owner }), ...(session && { session }) };
}
