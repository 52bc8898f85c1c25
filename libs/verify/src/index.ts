export { verifyContext } from './verify.context.js';
export { VerifyApiModule } from './verify-api.module.js';
export { VerifyModule } from './verify.module.js';
export { VerifyWorkerModule } from './verify-worker.module.js';
export { verifyErrors } from './domain/verify.errors.js';
