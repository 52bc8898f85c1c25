import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { mfaErrors } from '../../domain/auth.errors.js';
import { StartSession } from '../start-session.js';
import { BrowserSession } from './browser-session.js';
import type { BrowserSessionGrant } from './browser-session.js';
import { MfaChallenges } from './mfa-challenges.js';
import { VerifyCode } from './verify-code.js';

export interface MfaAnswer {
  readonly token: string;
  readonly code: string;
  readonly agent?: string;
}

/**
 * Starts the session of a login that waits for a code.
 * @throws unauthorized when the user has to log in again: the challenge has expired, or five codes were wrong;
 *   invalid_code, too_many_requests
 */
@Injectable()
export class CompleteMfa {
  constructor(
    private readonly challenges: MfaChallenges,
    private readonly enterprises: Enterprises,
    private readonly verifyCode: VerifyCode,
    private readonly startSession: StartSession,
    private readonly session: BrowserSession,
  ) {}

  async execute({ token, code, agent }: MfaAnswer): Promise<BrowserSessionGrant> {
    const challenge = await this.challenges.take(token);
    if (challenge === undefined) throw mfaErrors.unauthorized();
    const { enterprise_id, name, version } = challenge;
    Object.assign(workContext.get(), { tenant: await this.enterprises.get(enterprise_id), actor: name });
    const user = await this.verifyCode.execute(name, code);
    if (user === undefined) throw mfaErrors.invalid_code();
    if (user.disabled_at !== null || user.version !== version) throw mfaErrors.unauthorized();
    const start = { kind: 'portal', methods: ['pwd', 'otp'], ...(agent && { agent }) } as const;
    return this.session.grant(user, await this.startSession.execute(user, start));
  }
}
