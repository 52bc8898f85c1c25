export { HealthController } from './health/health.controller.js';
export { Health } from './health/health.js';
export type { DependencyCheck } from './health/health.js';
export { OperationsServer } from './health/operations-server.js';
export { ProcessGauges } from './health/process-gauges.js';
export { idempotencyErrors } from './idempotency/idempotency.errors.js';
export { IdempotencyStore } from './idempotency/idempotency-store.js';
export { idempotencyRetention } from './idempotency/retention.table.js';
export { idempotencySealedTables } from './idempotency/sealed-columns.table.js';
export { httpMetrics } from './metrics.table.js';
export { completeDocument } from './openapi/complete-document.js';
export type { ApiTexts } from './openapi/complete-document.js';
export { describeErrors, EVERY_OPERATION } from './openapi/describe-errors.js';
export type { DocumentedErrors, DocumentedTable, DescribedError } from './openapi/describe-errors.js';
export { describeLlms } from './openapi/describe-llms.js';
export { operationsOf } from './openapi/describe-operations.js';
export type { DescribedOperation } from './openapi/describe-operations.js';
export { pascal, schemaRef } from './openapi/document-model.js';
export type * from './openapi/document-model.js';
export type { OperationRules } from './openapi/error-responses.js';
export { fillIn, stepNameOf, valueAt } from './openapi/examples.js';
export type { Step, Story } from './openapi/examples.js';
export { openApiDocument, serveOpenApi } from './openapi/open-api.js';
export type { Servers } from './openapi/open-api.js';
export { PENDING_CHANGE } from './openapi/pending-change.js';
export type { SchemaNames } from './openapi/schemas.js';
export { MAX_BODY_BYTES, RawBody } from './reading/raw-body.js';
export { untilQuiet } from './server/closable-server.js';
export { bodyOf, ErrorFilter } from './server/error-filter.js';
export { httpErrors } from './server/http-errors.js';
export { OPERATION, Operation, SERVICE_VERSION } from './server/operation.js';
export type { OperationOptions, OperationTraits, Scope } from './server/operation.js';
export { createHttpApplication, listenAlso, listenerOf } from './server/server.js';
export { VersionGuard } from './server/version-guard.js';
export { QueryParameterGuard } from './validation/query-parameter-guard.js';
export { ErrorOrder, errorOrderOf } from './validation/error-order.js';
export {
  AlsoCheck,
  alternativesOf,
  AtLeastOneOf,
  fieldsOf,
  isValidated,
  Optional,
  Required,
  requiresFields,
} from './validation/fields.js';
export { linkHeader, ListQuery, PageQuery, uuidText } from './validation/list-query.js';
export { metadata } from './validation/metadata.js';
export * from './validation/rule.js';
export { validate } from './validation/validate.js';
export { servePortal } from './web-app/serve-portal.js';
