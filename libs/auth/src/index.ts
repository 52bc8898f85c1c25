export { CreateEnterprise } from './application/create-enterprise.js';
export type { NewEnterprise } from './application/create-enterprise.js';
export type { EnterpriseCredentials } from './application/first-credentials.js';
export { CreateApiKey } from './application/create-api-key.js';
export { CreateClient } from './application/create-client.js';
export { CreateUser } from './application/create-user.js';
export { DisableClient } from './application/disable-client.js';
export { DisableUser } from './application/disable-user.js';
export { EnableUser } from './application/enable-user.js';
export { GetSettings } from './application/get-settings.js';
export { ListApiKeys } from './application/list-api-keys.js';
export { ListClients } from './application/list-clients.js';
export { ListUsers } from './application/list-users.js';
export { ResetUser } from './application/reset-user.js';
export { SetClientOwner } from './application/set-client-owner.js';
export { RevokeApiKey } from './application/revoke-api-key.js';
export { UpdateSettings } from './application/update-settings.js';
export { authContext } from './auth.context.js';
export { AuthApiModule, PortalUsersModule } from './auth-api.module.js';
export { RotateSigningKey } from './application/rotate-signing-key.js';
export {
  authErrors,
  linkErrors,
  logInErrors,
  mfaErrors,
  missingScope,
  passwordErrors,
  portalErrors,
  refreshErrors,
  sessionErrors,
  stepUpErrors,
  tokenErrors,
} from './domain/auth.errors.js';
export { STEP_UP } from './domain/step-up.table.js';
export { CLIENT_SCOPES, USER_ROLES } from './domain/scopes.js';
export type { UserRole } from './domain/scopes.js';
export { AuthModule } from './auth.module.js';
export { ApiKeyGuard, BearerGuard, ScopeGuard, UserAuditGuard } from './infrastructure/http/guards.js';
export { TokenIssuer } from './infrastructure/tokens/token-issuer.js';
export { SameOriginGuard } from './infrastructure/http/same-origin.guard.js';
export { StepUpGuard } from './infrastructure/http/step-up.guard.js';
export { RateLimitGuard } from './infrastructure/http/rate-limit.guard.js';
