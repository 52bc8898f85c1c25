/**
 * Library imports that commands load when they run. They import this file instead of a library, because the build
 * resolves the names of libraries only in static imports.
 */
export {
  CLIENT_SCOPES,
  CreateApiKey,
  CreateClient,
  CreateUser,
  DisableClient,
  DisableUser,
  EnableUser,
  GetSettings,
  ListApiKeys,
  ListClients,
  ListUsers,
  ResetUser,
  RevokeApiKey,
  RotateSigningKey,
  SetClientOwner,
  UpdateSettings,
} from '@payments/auth';
export { ChangeBulk, ReadBulks } from '@payments/bulk';
export { PaymentsConnectionError, PaymentsError } from '@payments/client';
export { ConfigError, generateKeyRing } from '@payments/config';
export { Backlog, migrate } from '@payments/messaging';
export {
  databaseUrls,
  distribute,
  isUnmigrated,
  pendingMigrations,
  reindexKeys,
  rewrapKeys,
  rotateKeys,
  Transactions,
  unmigrated,
  unreachable,
  verifyKeys,
} from '@payments/persistence';
export { createBackup, QuickstartError, restoreBackup } from '@payments/quickstart';
export { ReadReports } from '@payments/reports';
export { InspectTransfer, ListTransfers } from '@payments/transfers';
export { SUBSCRIPTIONS } from '@payments/webhooks';
