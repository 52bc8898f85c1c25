export { CreateEnterprise } from './application/create-enterprise.js';
export type { NewEnterprise } from './application/create-enterprise.js';
export type { EnterpriseCredentials } from './application/credential-store.js';
export { AuthApiModule } from './auth-api.module.js';
export { authErrors } from './domain/auth.errors.js';
export { AuthModule } from './auth.module.js';
export { ApiKeyGuard, BearerGuard, ScopeGuard } from './infrastructure/http/guards.js';
