/**
 * What commands import from the libraries when they run. They import this file instead of a library, because the build
 * resolves the names of libraries only in static imports.
 */
export {
  CLIENT_SCOPES,
  ManageApiKeys,
  ManageClients,
  ManageSettings,
  ManageUsers,
  RotateSigningKey,
} from '@payments/auth';
export { PaymentsConnectionError, PaymentsError } from '@payments/client';
export {
  Backlog,
  ConfigError,
  databaseUrls,
  EmbeddedPostgresError,
  generateKeyRing,
  InvariantChecks,
  migrate,
  pendingMigrations,
  Transactions,
} from '@payments/platform';
export { GetTransfer, InspectTransfer } from '@payments/transfers';
