import { Global, Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { PortalUsers } from '@payments/persistence';
import type { FastifyInstance } from 'fastify';
import { AuditLockOut } from './application/audit-lock-out.js';
import { AuditUserActions } from './application/audit-user-actions.js';
import { AuthenticateApiKey } from './application/authenticate-api-key.js';
import { AuthenticateBearer } from './application/authenticate-bearer.js';
import { AuthenticateUser } from './application/authenticate-user.js';
import { BrowserSession } from './application/browser/browser-session.js';
import { ChangeOwnUser } from './application/browser/change-own-user.js';
import { ChangePassword } from './application/browser/change-password.js';
import { CompleteMfa } from './application/browser/complete-mfa.js';
import { LogInToPortal } from './application/browser/log-in-to-portal.js';
import { LogOut } from './application/browser/log-out.js';
import { Me } from './application/browser/me.js';
import { MfaChallenges } from './application/browser/mfa-challenges.js';
import { OwnSecondFactor } from './application/browser/own-second-factor.js';
import { OwnSessions } from './application/browser/own-sessions.js';
import { RefreshBrowserSession } from './application/browser/refresh-browser-session.js';
import { StepUp, StepUpProofs } from './application/browser/step-up.js';
import { VerifyCode } from './application/browser/verify-code.js';
import { ChangeApprovers } from './application/change-approvers.js';
import { ChangeSettings } from './application/change-settings.js';
import { CredentialChecks } from './application/credential-checks.js';
import { RotateRefreshToken } from './application/rotate-refresh-token.js';
import { Guesses } from './application/guesses.js';
import { IssueToken } from './application/issue-token.js';
import { ListAudit } from './application/list-audit.js';
import { PasswordGuesses } from './application/password-guesses.js';
import { EnabledUsers } from './application/enabled-users.js';
import { SecondFactors } from './application/ports.js';
import { LimitStore } from './application/limit-store.js';
import { RateLimits } from './application/rate-limits.js';
import { RefreshSession } from './application/refresh-session.js';
import { RefreshTokenText } from './application/refresh-token-text.js';
import { RequestLimits } from './application/request-limits.js';
import { PasswordLinks } from './application/password-links.js';
import { RequestPasswords } from './application/request-passwords.js';
import { SetPassword } from './application/set-password.js';
import { VerifyLink } from './application/verify-link.js';
import { StartSession } from './application/start-session.js';
import { UserSession } from './application/user-session.js';
import { VerifyPassword } from './application/verify-password.js';
import { AuthModule } from './auth.module.js';
import { SettingsChanges, UserChanges } from './infrastructure/approvals/change-makers.js';
import { AddressLimit } from './infrastructure/http/address-limit.js';
import { BrowserSessionController } from './infrastructure/http/browser-session.controller.js';
import { LargeBodies } from './infrastructure/http/large-bodies.js';
import { MeController } from './infrastructure/http/me.controller.js';
import { PortalAdministrationController } from './infrastructure/http/portal-administration.controller.js';
import { PortalCredentialsController } from './infrastructure/http/portal-credentials.controller.js';
import { PortalUsersController } from './infrastructure/http/portal-users.controller.js';
import { SessionCookie } from './infrastructure/http/session-cookie.js';
import { SessionController } from './infrastructure/http/session.controller.js';
import { ApiKeyStrategy, BearerStrategy } from './infrastructure/http/strategies.js';
import { TokenController } from './infrastructure/http/token.controller.js';
import { TokenIssuer } from './infrastructure/tokens/token-issuer.js';
import { SharedLimitStore } from './infrastructure/limits/shared-limit-store.js';
import { TotpFactors } from './infrastructure/mfa/totp-factors.js';

const sessions = [
  Guesses,
  PasswordGuesses,
  VerifyPassword,
  VerifyLink,
  SetPassword,
  AuthenticateUser,
  AuditLockOut,
  StartSession,
  RotateRefreshToken,
  RefreshSession,
  RefreshTokenText,
  UserSession,
];

/** Sessions of the portal's page. */
const browserSessions = [
  BrowserSession,
  LogInToPortal,
  RefreshBrowserSession,
  LogOut,
  Me,
  ChangeOwnUser,
  ChangePassword,
  OwnSessions,
  SessionCookie,
];

const secondFactors = [
  MfaChallenges,
  VerifyCode,
  CompleteMfa,
  OwnSecondFactor,
  StepUp,
  StepUpProofs,
  { provide: SecondFactors, useClass: TotpFactors },
];

const limits = [RateLimits, RequestLimits, AddressLimit, { provide: LimitStore, useClass: SharedLimitStore }];

/** Tells other contexts who the portal users are: they must not import this one. */
@Global()
@Module({
  imports: [AuthModule],
  providers: [{ provide: PortalUsers, useClass: EnabledUsers }],
  exports: [PortalUsers],
})
export class PortalUsersModule {}

/** The operations that issue tokens, and the guards' dependencies. */
@Module({
  imports: [AuthModule, PassportModule, PortalUsersModule],
  exports: [AuthenticateBearer, AuthenticateApiKey, AuditUserActions, RateLimits, RequestLimits, AddressLimit],
  controllers: [
    TokenController,
    SessionController,
    BrowserSessionController,
    MeController,
    PortalCredentialsController,
    PortalUsersController,
    PortalAdministrationController,
  ],
  providers: [
    ...sessions,
    ...browserSessions,
    ...secondFactors,
    ...limits,
    ...[ChangeSettings, ChangeApprovers, RequestPasswords, PasswordLinks, SettingsChanges, UserChanges],
    ListAudit,
    AuditUserActions,
    IssueToken,
    CredentialChecks,
    AuthenticateBearer,
    AuthenticateApiKey,
    BearerStrategy,
    ApiKeyStrategy,
    LargeBodies,
  ],
})
export class AuthApiModule implements OnModuleInit {
  constructor(
    private readonly issuer: TokenIssuer,
    private readonly host: HttpAdapterHost,
    private readonly bearer: AuthenticateBearer,
  ) {}

  /** @throws ConfigError when the other apis would reject this one's tokens */
  async onModuleInit(): Promise<void> {
    await this.issuer.assertShared();
    this.host.httpAdapter.getInstance<FastifyInstance>().admission.identify = ({ headers }) =>
      this.bearer.enterpriseOf(headers.authorization);
  }
}
