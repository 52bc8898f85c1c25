import { Inject, Injectable } from '@nestjs/common';
import { Clock, isUuid, newId } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { AccessTokens } from '../../application/ports.js';
import type {
  AccessTokenClaims,
  RefusedToken,
  SessionClaims,
  Subject,
  VerifiedToken,
} from '../../application/ports.js';
import type { AuthenticationMethod, SessionKind } from '../../domain/refresh-family.js';
import { SigningKeys } from './signing-keys.js';

const TYPE = 'at+jwt';
const ALGORITHM = 'ES256';
const AUDIENCE = 'payments-service';
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_AGE_SECONDS = 3_600;
/** Replace the client id in tokens of portal users. No client has them: client ids begin with `client_`. */
const CLIENT_ID: Readonly<Record<SessionKind, string>> = { api: 'portal', portal: 'portal-web' };

/** Access tokens as JWTs of the RFC 9068 profile, signed with ES256. The algorithm is fixed, never read from a token. */
@Injectable()
export class JwtAccessTokens extends AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async sign({ subject, session, ...claims }: AccessTokenClaims, lifetimeSeconds: number): Promise<string> {
    const now = this.clock.now();
    const { kid, privateKey } = await this.keys.current(now);
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ ...claims, client_id: clientIdOf(subject, session), ...(session && toPayload(session)) })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(this.config.publicBaseUrl)
      .setAudience(AUDIENCE)
      .setSubject(subject.name)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .setJti(newId())
      .sign(privateKey);
  }

  async verify(token: string): Promise<VerifiedToken | RefusedToken> {
    if (!isCanonical(token)) return { refused: 'not_canonical' };
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.publicKey(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.config.publicBaseUrl,
        audience: AUDIENCE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'iat', 'exp', 'jti'],
        // Also rejects a token issued in the future.
        maxTokenAge: MAX_AGE_SECONDS,
      });
      return toClaims(payload);
    } catch (error) {
      // Any error not from jose is ours, e.g. a database outage, and must not look like a bad token.
      const { code, claim, reason } = error as { code?: string; claim?: string; reason?: string };
      if (code?.startsWith('ERR_J') !== true) throw error;
      return { refused: [code, claim, reason].filter(Boolean).join(' ') };
    }
  }

  private async publicKey(kid: string | undefined) {
    const key = kid === undefined ? undefined : await this.keys.find(kid, this.clock.now());
    if (key === undefined) throw Object.assign(new Error('unknown signing key'), { code: 'ERR_JWKS_NO_MATCHING_KEY' });
    return key.publicKey;
  }
}

// jose ignores padding and spare bits, so one signature would have several spellings.
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function toClaims(payload: JWTPayload): VerifiedToken | RefusedToken {
  const { sub, client_id, enterprise_id, scope, credential_version, exp } = payload;
  const isWhole =
    typeof sub === 'string' &&
    typeof enterprise_id === 'string' &&
    isUuid(enterprise_id) &&
    typeof scope === 'string' &&
    typeof credential_version === 'number' &&
    typeof exp === 'number';
  if (!isWhole) return { refused: 'incomplete_claims' };
  const kind = client_id === CLIENT_ID.api ? 'api' : client_id === CLIENT_ID.portal ? 'portal' : undefined;
  if (kind === undefined && client_id !== sub) return { refused: 'foreign_subject' };
  const subject = { kind: kind === undefined ? 'client' : 'user', name: sub } as const;
  const claims = { subject, enterprise_id, scope, credential_version, exp };
  // Apis of the release before, which run beside this one during an upgrade, name no session in tokens of programs.
  if (kind === undefined || (kind === 'api' && payload['sid'] === undefined)) return claims;
  const session = sessionOf(payload, kind);
  return session === undefined ? { refused: 'incomplete_claims' } : { ...claims, session };
}

function clientIdOf({ kind, name }: Subject, session: SessionClaims | undefined): string {
  return kind === 'client' ? name : CLIENT_ID[session?.kind ?? 'api'];
}

function toPayload({ id, methods, authenticated_at }: SessionClaims) {
  return { sid: id, amr: methods, auth_time: authenticated_at };
}

function sessionOf({ sid, amr, auth_time }: JWTPayload, kind: SessionKind): SessionClaims | undefined {
  const isWhole = typeof sid === 'string' && isUuid(sid) && Array.isArray(amr) && typeof auth_time === 'number';
  return isWhole ? { id: sid, kind, methods: amr as AuthenticationMethod[], authenticated_at: auth_time } : undefined;
}
