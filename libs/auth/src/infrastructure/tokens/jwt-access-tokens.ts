import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { CONFIG } from '@payments/platform';
import type { Config } from '@payments/platform';
import { jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { AccessTokens } from '../../application/ports.js';
import type { AccessTokenClaims, VerifiedToken } from '../../application/ports.js';
import { SigningKeys } from './signing-keys.js';

const TYPE = 'at+jwt';
const ALGORITHM = 'ES256';
const AUDIENCE = 'payments-service';
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_AGE_SECONDS = 3_600;

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

  async sign(claims: AccessTokenClaims, lifetimeSeconds: number): Promise<string> {
    const now = this.clock.now();
    const { kid, privateKey } = await this.keys.current(now);
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(this.config.publicBaseUrl)
      .setAudience(AUDIENCE)
      .setSubject(claims.client_id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .setJti(newId())
      .sign(privateKey);
  }

  async verify(token: string): Promise<VerifiedToken | undefined> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.publicKey(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.config.publicBaseUrl,
        audience: AUDIENCE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'iat', 'exp', 'jti'],
        // Also refuses a token that says it was made in the future.
        maxTokenAge: MAX_AGE_SECONDS,
      });
      return toClaims(payload);
    } catch (error) {
      // Anything but the verdict of jose is a fault of ours, e.g. the database away, and must not read as a bad token.
      if ((error as { code?: string }).code?.startsWith('ERR_J') === true) return undefined;
      throw error;
    }
  }

  private async publicKey(kid: string | undefined) {
    const key = kid === undefined ? undefined : await this.keys.find(kid);
    if (key === undefined) throw Object.assign(new Error('unknown signing key'), { code: 'ERR_JWKS_NO_MATCHING_KEY' });
    return key.publicKey;
  }
}

function toClaims({ client_id, enterprise_id, scope, credential_version, exp, iat }: JWTPayload) {
  const whole =
    typeof client_id === 'string' &&
    typeof enterprise_id === 'string' &&
    typeof scope === 'string' &&
    typeof credential_version === 'number' &&
    typeof exp === 'number' &&
    typeof iat === 'number';
  return whole ? { client_id, enterprise_id, scope, credential_version, exp } : undefined;
}
