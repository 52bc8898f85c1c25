export { accountsContext } from './accounts.context.js';
export { AccountsApiModule } from './accounts-api.module.js';
export { AccountsWorkerModule } from './accounts-worker.module.js';
export { accountErrors } from './domain/account.errors.js';
export { AccountsModule } from './accounts.module.js';
export { AccountCorrections } from './application/record-corrections.js';
export type { AccountCorrection } from './application/record-corrections.js';
export { AccountDetailsReader } from './application/ports.js';
export type { AccountDetails, AccountVersion, HolderAddress } from './application/ports.js';
