export { Audit } from './audit/audit.js';
export type { AuditChange, AuditFilter, AuditRow } from './audit/audit.js';
export * from './config/config.js';
export { generateKeyRing } from './config/key-ring.js';
export { DATA_KEYS_MAX_AGE_MS, DataKeys } from './crypto/data-keys.js';
export { FieldCipher, sealedWith } from './crypto/field-cipher.js';
export type { FieldPlace } from './crypto/field-cipher.js';
export { decrypt, encrypt, KeyProvider } from './crypto/key-provider.js';
export { blindIndexes, sealedTables, signingKeyContext, wrappedTables } from './crypto/sealed-places.table.js';
export type { BlindIndex, SealedTable, WrappedTable } from './crypto/sealed-places.table.js';
export { checksum62, fingerprint, randomBase62, randomSecret, Secrets } from './crypto/secrets.js';
export { DATABASE_URL, databaseUrls, loginUrl } from './database/database-url.js';
export { pendingMigrations } from './database/migrate.js';
export { migrate } from './queue/migrate.js';
export type { MigrationClass } from './database/migrate.js';
export { limitOffset, pageBy, pageOf } from './database/page.js';
export type { ListRequest, Page, PageRequest } from './database/page.js';
export { commonFilters, keysetPage } from './database/keyset-page.js';
export type { Conditions } from './database/keyset-page.js';
export { rowParameter } from './database/row-parameter.js';
export { isRetryable, isUnavailable, violatedUnique } from './database/sqlstate.js';
export { ASK_TIME, CLOCK_SKEW, clockSkew, leastSkewMs } from './database/clock-skew.js';
export type { ClockSkew } from './database/clock-skew.js';
export { currentTransaction, openTransaction } from './database/current-transaction.js';
export { databaseTime, interval, millisecondsBetween } from './database/database-time.js';
export type { Transaction } from './database/transaction.js';
export { Transactions } from './database/transactions.js';
export * from './embedded-postgres/index.js';
export { CsvError, parseCsv } from './files/csv.js';
export type { CsvRow } from './files/csv.js';
export { Health } from './health/health.js';
export type { DependencyCheck } from './health/health.js';
export * from './http-client/index.js';
export { bodyOf, ErrorFilter } from './http/error-filter.js';
export { httpErrors } from './http/http-errors.js';
export { linkHeader, ListQuery, PageQuery, uuidText } from './http/list-query.js';
export { openApiDocument, serveOpenApi } from './http/open-api.js';
export type { Servers } from './http/open-api.js';
export { isPortalScope, Operation, OPERATION, PORTAL_SCOPES, SERVICE_VERSION } from './http/operation.js';
export type { OperationTraits, PortalScope, Scope } from './http/operation.js';
export { RawBody } from './http/reading/raw-body.js';
export { createHttpApplication, listenAlso, listenerOf } from './http/server.js';
export { VersionGuard } from './http/version-guard.js';
export { idempotencyErrors } from './idempotency/idempotency.errors.js';
export { KeptAnswers } from './idempotency/kept-answers.js';
export { Backlog } from './outbox/backlog.js';
export type { BacklogFilter, QueueState } from './outbox/backlog.js';
export { cheapInvariant, violationsOf } from './invariants/invariant.js';
export type { Breach, Invariant, InvariantScope, Violation } from './invariants/invariant.js';
export { InvariantChecks } from './invariants/invariant-checks.js';
export type { KeptViolation } from './invariants/invariant-checks.js';
export { InvariantsSweep } from './invariants/invariants.sweep.js';
export { EVENTS_STAND_MS, LATE_COMMIT_MS, platformInvariants } from './invariants/platform-invariants.table.js';
export { violationsAt } from './invariants/violations-at.js';
export { Claim, LeaseLostError } from './outbox/claim.js';
export type { ClaimedTask } from './outbox/claim.js';
export { DeadLetters } from './outbox/dead-letters.js';
export type { DeadLetter, DeadLetterFilter } from './outbox/dead-letters.js';
export { EventLog, eventsParameter, insertEvents } from './outbox/event-log.js';
export { HandlesTasks, Sweeps } from './outbox/handlers.js';
export type { Sweep, TaskHandler } from './outbox/handlers.js';
export { hastenTasks, insertTasks, Tasks, tasksParameter } from './outbox/tasks.js';
export type { Due, TaskDraft } from './outbox/tasks.js';
export { WakeSignal } from './outbox/wake-signal.js';
export { WorkLoop } from './outbox/work-loop.js';
export {
  HealthApiModule,
  InvariantsModule,
  PlatformModule,
  RetentionModule,
  WorkerPlatformModule,
} from './platform.module.js';
export type { PlatformOptions } from './platform.module.js';
export { runProcess, workerMetricsPort } from './process/run-process.js';
export type { Started } from './process/run-process.js';
export { QUEUE_STORE, Queues } from './queue/queues.js';
export { redisConnection } from './queue/queue-store.js';
export type { QueueStore } from './queue/queue-store.js';
export { platformRetention } from './retention/platform-retention.table.js';
export { Retention, RETENTION } from './retention/retention.js';
export type { KeptRule } from './retention/retention.js';
export { DAY_MS, REMOVED_AT_ONCE, removeRows } from './retention/retention-rule.js';
export type { RetentionRule, RetentionStep } from './retention/retention-rule.js';
export { COUNTED_AT_MOST, DatabaseGauges } from './telemetry/database-gauges.js';
export type { GaugeQuery } from './telemetry/database-gauges.js';
export { Log } from './telemetry/log.js';
export { describeLogLine, parseLogLine, prettyStream } from './telemetry/log-lines.js';
export { Metrics } from './telemetry/metrics.js';
export { metricTable } from './telemetry/metrics.table.js';
export type { MetricDefinition } from './telemetry/metrics.table.js';
export { Snapshots } from './telemetry/snapshots.js';
export { traced, within } from './telemetry/traced.js';
export { Tracing } from './telemetry/tracing.js';
export { OperationsServer } from './telemetry/operations-server.js';
export { workContext } from './tenancy/context.js';
export type { WorkContext } from './tenancy/context.js';
export { ENTERPRISE_CREATED } from './outbox/announce-enterprise.js';
export { Enterprises } from './tenancy/enterprises.js';
export { OpensEnterprises } from './tenancy/openings.js';
export type { Opening } from './tenancy/openings.js';
export type { EnterpriseSettings, RateLimits, Tenant } from './tenancy/tenant.js';
export { ErrorOrder, errorOrderOf } from './validation/error-order.js';
export {
  alternativesOf,
  AlsoCheck,
  AtLeastOneOf,
  fieldsOf,
  isValidated,
  Optional,
  Required,
  requiresFields,
} from './validation/fields.js';
export { metadata } from './validation/metadata.js';
export * from './validation/rule.js';
export { validate } from './validation/validate.js';
