export { Approvals } from './approvals/approvals.js';
export type { ApprovalFacts, ApprovalRule, ApprovalSubject, DemandedApproval } from './approvals/approvals.js';
export { shownOf } from './approvals/shown.js';
export type { Hidden, Shown } from './approvals/shown.js';
export { ChangeMakers, DualControl, MakesChanges } from './approvals/dual-control.js';
export type { ChangeMaker, Changed, ControlChange, PendingApproval } from './approvals/dual-control.js';
export { ApprovalResolvers, ResolvesApprovals } from './approvals/approval-resolvers.js';
export type { ApprovalResolver, DecidedApproval } from './approvals/approval-resolvers.js';
export { Audit } from './audit/audit.js';
export type { AuditChange, AuditFilter, AuditRow } from './audit/audit.js';
export { auditRetention } from './audit/retention.table.js';
export { DATA_KEYS_MAX_AGE_MS, DataKeys } from './crypto/data-keys.js';
export { FieldCipher, sealedWith } from './crypto/field-cipher.js';
export type { FieldPlace } from './crypto/field-cipher.js';
export { decrypt, encrypt, KeyProvider, KeyRingProvider } from './crypto/key-provider.js';
export type { KeyProgress, KeyTally, KeyTools } from './crypto/rotation/key-tools.js';
export { reindexKeys } from './crypto/rotation/reindex.js';
export { rewrapKeys } from './crypto/rotation/rewrap.js';
export { rotateKeys } from './crypto/rotation/rotate.js';
export { verifyKeys } from './crypto/rotation/verify-keys.js';
export { SealedColumns } from './crypto/sealed-columns.js';
export type { BlindIndex, SealedTable, WrappedTable } from './crypto/sealed-columns.js';
export { dataKeyTables } from './crypto/sealed-columns.table.js';
export { checksum62, digesting, digestOf, fingerprint, randomBase62, randomSecret, Secrets } from './crypto/secrets.js';
export { assertReadyDatabase, assertRoom } from './database/assert-ready-database.js';
export { columnsOf } from './database/columns-of.js';
export { outliveBrokenConnection } from './database/broken-connections.js';
export { ASK_TIME, CLOCK_SKEW, clockSkew, leastSkewMs } from './database/clock-skew.js';
export type { ClockSkew } from './database/clock-skew.js';
export { currentTransaction, openTransaction } from './database/current-transaction.js';
export { COUNTED_AT_MOST, DatabaseGauges } from './database/database-gauges.js';
export type { GaugeQuery } from './database/database-gauges.js';
export { DatabaseProbe } from './database/database-probe.js';
export { databaseTime, interval, millisecondsBetween } from './database/database-time.js';
export {
  DATABASE_URL,
  databaseUrls,
  DIRECT_DATABASE_URL,
  directUrl,
  loginUrl,
  unmigrated,
  unreachable,
} from './database/database-url.js';
export { commonFilters, keysetPage } from './database/keyset-page.js';
export type { Conditions } from './database/keyset-page.js';
export { migrateDatabase, pendingMigrations } from './database/migrate.js';
export type { MigrateOptions, MigrationAddresses, MigrationClass } from './database/migrate.js';
export { DEFAULT_PAGE_SIZE, limitOffset, pageBy, pageOf } from './database/page.js';
export type { ListRequest, Page, PageRequest } from './database/page.js';
export { retryUntilAvailable } from './database/retry-until-available.js';
export { fairDriver } from './database/fair-pool.js';
export { connectToPrimary, postgresClient, postgresOptions, streamToPrimary } from './database/postgres-client.js';
export { PostgresUnitOfWork } from './database/postgres-unit-of-work.js';
export { isAny, numberedParameters, rowParameter, rowValues } from './database/row-parameter.js';
export {
  isLockTimeout,
  isLoginRefused,
  isRetryable,
  isUnavailable,
  isUnmigrated,
  raceLost,
  violatedUnique,
} from './database/sqlstate.js';
export { typeParsers } from './database/timestamps.js';
export type { Statement, Transaction, Write } from './database/transaction.js';
export { distribute, hasCitus, misplacedTables } from './database/distribute.js';
export { DatabaseEngine } from './database/database-engine.js';
export { CONNECTION_LIMIT, ServerGauges } from './database/server-gauges.js';
export { Transactions } from './database/transactions.js';
export { WarmPool } from './database/warm-pool.js';
export { InvariantChecks, INVARIANTS } from './invariants/invariant-checks.js';
export type { KeptViolation } from './invariants/invariant-checks.js';
export { cheapInvariant, ofMoney, violationsOf } from './invariants/invariant.js';
export type { Violation, Invariant, InvariantScope, InvariantViolation } from './invariants/invariant.js';
export { checkInvariants } from './invariants/check-invariants.js';
export { persistenceMetrics } from './metrics.table.js';
export { partiesAsSent } from './registration.js';
export type { ContextRegistration, EntryOwner, ToldAmount } from './registration.js';
export { REMOVED_AT_ONCE, removeRows } from './retention/retention-rule.js';
export type { RetentionRule, RetentionStep } from './retention/retention-rule.js';
export { Enterprises, OtherEnvironmentError } from './tenancy/enterprises.js';
export { PortalUsers } from './tenancy/portal-users.js';
export type { PortalUserFacts } from './tenancy/portal-users.js';
export { EnterpriseProvisioning, ProvisionsEnterprise } from './tenancy/enterprise-provisioning.js';
export type { EnterpriseProvisioner } from './tenancy/enterprise-provisioning.js';
