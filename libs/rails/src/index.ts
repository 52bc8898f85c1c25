export { railsContext } from './rails.context.js';
export { RailsModule } from './rails.module.js';
export { RailsApiModule } from './rails-api.module.js';
export { WaitingLegs } from './application/own/ports.js';
export { railsErrors } from './domain/rails.errors.js';
export { RailsCutModule, RailsOutboundModule } from './rails-outbound.module.js';
export { TakeOrders } from './application/take-orders.js';
export { FileOperationError, OperateFiles } from './application/operate-files.js';
export { LookAtBank } from './application/look-at-bank.js';
export { TenantWork } from './application/tenant-work.js';
export { OperateEntries } from './application/operate-entries.js';
export type { FoundEntry } from './application/operate-entries.js';
export { RequestReversal } from './application/reversals/request-reversal.js';
export { REVERSAL_REASONS } from './domain/reversal.js';
export type { ReversalReason } from './domain/reversal.js';
export { ShownEntries } from './application/shown-entries.js';
export type { ShownEntry, WaitingPayments } from './application/shown-entries.js';
export { CutWindow } from './application/cut-window.js';
export type { OpenWindow } from './application/cut-window.js';
export { ConnectionStates } from './application/connection-states.js';
export type { ChannelWork, ConnectionState } from './application/connection-states.js';
export { ParticipantStates } from './application/participant-states.js';
export type { StoredParticipantState } from './application/participant-states.js';
export { HandOvers, type WaitingHandOver } from './application/hand-overs.js';
export type { Decision } from './application/file-audit.js';
export { filesOfDay, HOLD_REASONS, MOST_FILES_OF_DAY } from './domain/file-rules.js';
export {
  ConnectionLeaseLostError,
  ConnectionLeases,
  Entries,
  Files,
  OrderTimes,
  Payloads,
  Profiles,
  RailResults,
  ReceivingBanks,
  StaleFileError,
  SupersededBatchError,
  TraceNumbers,
} from './application/ports.js';
export type {
  BatchSummary,
  EntryMove,
  FiledEntry,
  Lease,
  OrderMoment,
  RailResult,
  RemoteFile,
  RemoteFiles,
  RemoteListing,
  RemoteStat,
  SentEntry,
  StoredDocument,
  StoredResult,
} from './application/ports.js';
export { entryTransitions } from './domain/entry-state.js';
export { isInMaintenance } from './domain/maintenance.js';
export type { EntryPlan, EntryStatus, NewEntry, OrderRail } from './domain/entry-state.js';
export { fileTransitions } from './domain/file-state.js';
export type { FileBatch, FileState, FileStatus } from './domain/file-state.js';
export { AchFileError, describeFault, AchFormatError } from './domain/ach/ach-diagnostic.js';
export type { AchDiagnostic } from './domain/ach/ach-diagnostic.js';
export type { AchBatch, AchEntry, AchEvent, ForeignRecord } from './domain/ach/ach-events.js';
export { readAchFile, readVerifiedAchFile } from './domain/ach/ach-file-reader.js';
export type { AchReadOptions, ByteSource } from './domain/ach/ach-file-reader.js';
export { AchFileWriter } from './domain/ach/ach-file-writer.js';
export type { AchWriteOptions, BatchToWrite, EntryToWrite } from './domain/ach/ach-file-writer.js';
export type { Addenda, BatchHeader, EntryDetail, FileControl, FileHeader } from './domain/ach/ach-records.table.js';
export { achWaiversIn } from './domain/inbound/waivers.js';
export type { Waiver } from './domain/inbound/waivers.js';
export type { AchRule, AchWaiver } from './domain/ach/ach-rules.table.js';
export type { AchTotals } from './domain/ach/ach-totals.js';
export { batchKeyOf, compareBatchKeys, serviceClassOf } from './domain/ach/batch-key.js';
export type { BatchKeyParts } from './domain/ach/batch-key.js';
export { changeMeaning } from './domain/ach/change-codes.js';
export { parseCorrectedData } from './domain/ach/corrected-data.js';
export type { Correction } from './domain/ach/corrected-data.js';
export { returnCodes } from './domain/ach/return-codes.table.js';
export { checkDigitOf, isRoutingNumber } from './domain/ach/routing-number.js';
export { takeTraceBlock, traceNumber } from './domain/ach/trace-number.js';
export { transactionCodeOf, transactionCodes } from './domain/ach/transaction-code.table.js';
export { nextCuts } from './domain/ach-windows.js';
export type { Cut } from './domain/ach-windows.js';
export { ChannelError } from './domain/channel-error.js';
export type { ChannelFault, ChannelStep } from './domain/channel-error.js';
export { directoriesOf } from './domain/connection.js';
export type { Channel, Company, Connection, SecretSource, SftpChannel } from './domain/connection.js';
export { openRemoteFiles } from './infrastructure/open-remote-files.js';
export { railEntries, reportedRailResults } from './infrastructure/persistence/reported-results.js';
export { parseProfiles, readProfiles } from './infrastructure/profiles/read-profiles.js';
export { pgpProblem } from './infrastructure/pgp/pgp-keys.js';
export { readSecret, SecretError } from './infrastructure/secrets.js';
export { certificationFile } from './domain/ach/certification-file.js';
export type { CertificationRequest, TestAccount } from './domain/ach/certification-file.js';
export { FILE_NAME_TOKENS } from './domain/file-name.js';
export { MESSAGE_ID_TOKENS } from './domain/inbound/message-id.js';
export { RailsInboundModule, RailsInboundWorkerModule } from './rails-inbound.module.js';
export { ConnectionWatch, FetchInbound } from './application/inbound/fetch-inbound.js';
export { IngestFile } from './application/inbound/ingest-file.js';
export { InboundOperationError, OperateInbound } from './application/inbound/operate-inbound.js';
export { OperateParticipants } from './application/inbound/operate-participants.js';
export { InboundFiles, RailExceptions } from './application/inbound/ports.js';
export type { InboundFile, RailException } from './application/inbound/ports.js';
export { RequestRecall } from './application/inbound/request-recall.js';
export { RECALL_REASONS } from './domain/iso20022/camt-056.js';
export type { RecallReason } from './domain/iso20022/camt-056.js';
export { RequestReturn } from './application/inbound/request-return.js';
export { ResolveException } from './application/inbound/resolve-exception.js';
export { exceptionKinds } from './domain/inbound/exceptions.table.js';
export type { ExceptionKind } from './domain/inbound/exceptions.table.js';
export { inboundTransitions } from './domain/inbound/inbound-state.js';
export type { InboundState } from './domain/inbound/inbound-state.js';
export { readBai2File } from './domain/bai2/read-bai2-file.js';
export { contentKindOf, HEAD_BYTES } from './domain/inbound/content-kind.js';
export { InboundFileError } from './domain/inbound/inbound-diagnostic.js';
export type { InboundDiagnostic } from './domain/inbound/inbound-diagnostic.js';
export { paymentStatuses } from './domain/iso20022/payment-status.js';
export type { PaymentStatus } from './domain/iso20022/payment-status.js';
export type { IsoMessage } from './domain/iso20022/read-message.js';
export { storedText } from './domain/statements/statement-text.js';
export type { StatementEvent, StatementHeader, StatementLine, StatementTotals } from './domain/statements/statement.js';
export { readCamtFile, readIsoMessage } from './infrastructure/xml/read-iso-file.js';
export { RailsReconciliationModule, RailsReconciliationWorkerModule } from './rails-reconciliation.module.js';
export { Breaks, LedgerCash, Statements } from './application/statements/ports.js';
export type { StoredBreak, StoredLine, StoredStatement } from './application/statements/ports.js';
export { ReconcileConnection } from './application/statements/reconcile-connection.js';
export type { Reconciled } from './application/statements/reconcile-connection.js';
export type { SettledEntry } from './domain/statements/balance-proof.js';
export { breakKinds } from './domain/statements/reconciliation-break.js';
export type { BreakKind } from './domain/statements/reconciliation-break.js';
export { EXPLANATIONS, ExplainLine, TakeBackLine } from './application/statements/explain-line.js';
export type { Explanation } from './application/statements/explain-line.js';
export { type Certification, TEST_MODIFIERS, type TestFile } from './application/certification/certification.js';
export { clearingReferencesOf, type Fact, statementOf, type Verdict } from './application/certification/expected.js';
export { RefusedTestEntry } from './application/certification/test-entries.js';
export { testFilesOf } from './application/certification/test-files.js';
export { factsOf, sealedFor } from './infrastructure/read-facts.js';
export { remotePaths } from './application/remote-paths.js';
export { networkRules, networkSources } from './domain/iso20022/network-rules.table.js';
export { isWanted } from './domain/inbound/name-pattern.js';
