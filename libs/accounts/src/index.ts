export { accountsContext } from './accounts.context.js';
export { AccountsApiModule } from './accounts-api.module.js';
export { AccountsWorkerModule } from './accounts-worker.module.js';
export { accountErrors } from './domain/account.errors.js';
export { AccountsModule } from './accounts.module.js';
export { AccountCorrections } from './application/record-corrections.js';
export type { AccountCorrection } from './application/record-corrections.js';
export { AccountDetailsReader, AccountVersions } from './application/ports.js';
export type {
  AccountDetails,
  AccountHistory,
  AccountVersion,
  HolderAddress,
  ShownVersion,
} from './application/ports.js';
export { AccountDirectory } from './application/account-directory.js';
export { isRoutingNumberOfABank } from './infrastructure/rules/routing-number.js';
export { ACCOUNT_NUMBER, HOLDER_NAME, ROUTING_NUMBER } from './domain/account-numbers.js';
