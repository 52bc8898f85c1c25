export { CreateEnterprise } from './application/create-enterprise.js';
export type { NewEnterprise } from './application/create-enterprise.js';
export type { EnterpriseCredentials } from './application/first-credentials.js';
export { ManageApiKeys } from './application/manage-api-keys.js';
export { ManageClients } from './application/manage-clients.js';
export { ManageSettings } from './application/manage-settings.js';
export { ManageUsers } from './application/manage-users.js';
export { authContext } from './auth.context.js';
export { AuthApiModule } from './auth-api.module.js';
export { RotateSigningKey } from './application/rotate-signing-key.js';
export {
  authErrors,
  logInErrors,
  missingScope,
  portalErrors,
  refreshErrors,
  tokenErrors,
} from './domain/auth.errors.js';
export { CLIENT_SCOPES, USER_ROLES } from './domain/scopes.js';
export type { UserRole } from './domain/scopes.js';
export { AuthModule } from './auth.module.js';
export { ApiKeyGuard, BearerGuard, ScopeGuard, UserAuditGuard } from './infrastructure/http/guards.js';
export { TokenIssuer } from './infrastructure/tokens/token-issuer.js';
export { RateLimitGuard } from './infrastructure/http/rate-limit.guard.js';
