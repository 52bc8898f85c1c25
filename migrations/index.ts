import { Platform1763600000000 } from './1763600000000-platform.js';
import { Auth1763600001000 } from './1763600001000-auth.js';
import { Customers1763600002000 } from './1763600002000-customers.js';
import { Accounts1763600003000 } from './1763600003000-accounts.js';
import { Transfers1763600004000 } from './1763600004000-transfers.js';
import { Webhooks1763600005000 } from './1763600005000-webhooks.js';
import { Screening1763700001000 } from './1763700001000-screening.js';
import { KeyLife1763700002000 } from './1763700002000-key-life.js';
import { Ledger1763800001000 } from './1763800001000-ledger.js';
import { Participation1763800002000 } from './1763800002000-participation.js';
import { Idempotency1763800003000 } from './1763800003000-idempotency.js';
import { AccountCorrections1763800004000 } from './1763800004000-account-corrections.js';
import { WebhookReceivers1763800005000 } from './1763800005000-webhook-receivers.js';
import { Portal1763800006000 } from './1763800006000-portal.js';
import { RateLimits1763800006001 } from './1763800006001-rate-limits.js';
import { TransferLifecycle1763800010000 } from './1763800010000-transfer-lifecycle.js';
import { DeadLetters1763800021000 } from './1763800021000-dead-letters.js';
import { Invariants1763800022000 } from './1763800022000-invariants.js';
import { Reconciliation1763800022001 } from './1763800022001-reconciliation.js';
import { ResultCursors1763800024000 } from './1763800024000-result-cursors.js';
import { Gauges1763800026000 } from './1763800026000-gauges.js';
import { Traces1763800026001 } from './1763800026001-traces.js';
import { Retention1763800027000 } from './1763800027000-retention.js';
import { CheckedUntil1763800027001 } from './1763800027001-checked-until.js';
import { StatusBeforeClose1764000002001 } from './1764000002001-status-before-close.js';
import { ContradictoryResults1764000003000 } from './1764000003000-contradictory-results.js';
import { SetAsideResults1764000003001 } from './1764000003001-set-aside-results.js';
import { NameFilters1764000005000 } from './1764000005000-name-filters.js';
import { TokenIssuer1764000006000 } from './1764000006000-token-issuer.js';
import { ScreeningRuns1764000007000 } from './1764000007000-screening-runs.js';
import { TransferParties1764000008000 } from './1764000008000-transfer-parties.js';
import { RefusedWrites1764100000000 } from './1764100000000-refused-writes.js';
import { FieldTerms1764100001000 } from './1764100001000-field-terms.js';
import { InvariantNames1764100002000 } from './1764100002000-invariant-names.js';
import { RetimedResults1764100003000 } from './1764100003000-retimed-results.js';
import { SandboxInquiries1764100003001 } from './1764100003001-sandbox-inquiries.js';
import { AccountHolders1764100003002 } from './1764100003002-account-holders.js';
import { RailsEntries1764100005000 } from './1764100005000-rails-entries.js';
import { RailsFiles1764100005001 } from './1764100005001-rails-files.js';
import { RailsInbound1764100005100 } from './1764100005100-rails-inbound.js';
import { BrowserSessions1764100006000 } from './1764100006000-browser-sessions.js';
import { Verify1764100007000 } from './1764100007000-verify.js';
import { RailsRetention1764100008000 } from './1764100008000-rails-retention.js';
import { PortalReads1764100009000 } from './1764100009000-portal-reads.js';
import { Schedules1764100010000 } from './1764100010000-schedules.js';
import { VerifyErasure1764100011000 } from './1764100011000-verify-erasure.js';
import { ReturnCountRetention1764100019000 } from './1764100019000-return-count-retention.js';
import { FileCuts1764100020000 } from './1764100020000-file-cuts.js';
import { OwnBankFiles1764100020001 } from './1764100020001-own-bank-files.js';
import { PortalFigures1764100022000 } from './1764100022000-portal-figures.js';
import { PortalViews1764100022001 } from './1764100022001-portal-views.js';
import { RefusedRequests1764100022002 } from './1764100022002-refused-requests.js';
import { PortalOperations1764100022003 } from './1764100022003-portal-operations.js';
import { RoomForUpdates1764100023000 } from './1764100023000-room-for-updates.js';
import { Suspense1764100024000 } from './1764100024000-suspense.js';
import { Reversals1764100024001 } from './1764100024001-reversals.js';
import { SentTraces1764100024002 } from './1764100024002-sent-traces.js';
import { TransferReasons1764100025000 } from './1764100025000-transfer-reasons.js';
import { RailsStatements1764100026000 } from './1764100026000-rails-statements.js';
import { TransferGate1764100027000 } from './1764100027000-transfer-gate.js';
import { TransferMakers1764100027001 } from './1764100027001-transfer-makers.js';
import { Controls1764100027002 } from './1764100027002-controls.js';
import { EncryptedFiles1764100030000 } from './1764100030000-encrypted-files.js';
import { EndpointFigures1764100031000 } from './1764100031000-endpoint-figures.js';
import { RailsMessages1764100032000 } from './1764100032000-rails-messages.js';
import { ScheduleApprovals1764100033000 } from './1764100033000-schedule-approvals.js';
import { Limits1764100033001 } from './1764100033001-limits.js';
import { DebitDays1764100033002 } from './1764100033002-debit-days.js';
import { ReturnRateGauge1764100033003 } from './1764100033003-return-rate-gauge.js';
import { LedgerBooks1764100034000 } from './1764100034000-ledger-books.js';
import { EntryPositions1764100034001 } from './1764100034001-entry-positions.js';
import { GaplessEntries1764100034002 } from './1764100034002-gapless-entries.js';
import { Subledgers1764100034010 } from './1764100034010-subledgers.js';
import { BulkTransfers1764100035000 } from './1764100035000-bulk-transfers.js';
import { SweepTurns1764100036000 } from './1764100036000-sweep-turns.js';
import { IdempotencyMoment1764100036001 } from './1764100036001-idempotency-moment.js';
import { RoomForResults1764100037000 } from './1764100037000-room-for-results.js';
import { DayEnds1764100040000 } from './1764100040000-day-ends.js';
import { Reports1764100041000 } from './1764100041000-reports.js';
import { AchBanks1764100048000 } from './1764100048000-ach-banks.js';
import { ReturnRateStates1764100052000 } from './1764100052000-return-rate-states.js';
import { FlatParty1764100060000 } from './1764100060000-flat-party.js';
import { Contributors1764100064000 } from './1764100064000-contributors.js';
import { UsageByBucket1764100064001 } from './1764100064001-usage-by-bucket.js';
import { AccountVersions1764100064002 } from './1764100064002-account-versions.js';
import { Exports1764100065000 } from './1764100065000-exports.js';
import { CopiesOfMessages1764100066000 } from './1764100066000-copies-of-messages.js';
import { OwnStatements1764100066001 } from './1764100066001-own-statements.js';
import { TransferGroups1764100067000 } from './1764100067000-transfer-groups.js';
import { JudgedTransfers1764100069000 } from './1764100069000-judged-transfers.js';
import { ExportedGroups1764100069001 } from './1764100069001-exported-groups.js';
import { BreakFiles1764100073000 } from './1764100073000-break-files.js';
import { StatementProofs1764100074000 } from './1764100074000-statement-proofs.js';
import { EligibilityScope1764100080000 } from './1764100080000-eligibility-scope.js';
import { ScheduleSubledgers1764100080001 } from './1764100080001-schedule-subledgers.js';
import { ResultKeys1764100081000 } from './1764100081000-result-keys.js';
import { NeedsAttention1764100082000 } from './1764100082000-needs-attention.js';
import { SeenCorrections1764100083000 } from './1764100083000-seen-corrections.js';
import { BulkOutcomes1764100084000 } from './1764100084000-bulk-outcomes.js';
import { OpenApprovals1764100084001 } from './1764100084001-open-approvals.js';
import { ConnectionStates1764100086001 } from './1764100086001-connection-states.js';
import { CountedAgain1764100086002 } from './1764100086002-counted-again.js';
import { ClosedApprovals1764100086003 } from './1764100086003-closed-approvals.js';
import { VaultAddress1764100087001 } from './1764100087001-vault-address.js';
import { FreshStatistics1764100088001 } from './1764100088001-fresh-statistics.js';
import { TableStatistics1764100089000 } from './1764100089000-table-statistics.js';
import { VerificationEntries1764100090000 } from './1764100090000-verification-entries.js';
import { StatisticsOfLockedTables1764100091000 } from './1764100091000-statistics-of-locked-tables.js';
import { MakersOfDetails1764100100000 } from './1764100100000-makers-of-details.js';
import { AccountsOfRows1764100100001 } from './1764100100001-accounts-of-rows.js';
import { ClientOwners1764100102000 } from './1764100102000-client-owners.js';
import { PasswordLinks1764100102001 } from './1764100102001-password-links.js';
import { LimitsCountFrom1764100102002 } from './1764100102002-limits-count-from.js';
import { ClosedSubledgers1764100104000 } from './1764100104000-closed-subledgers.js';
import { CheckedAmounts1764100104001 } from './1764100104001-checked-amounts.js';
import { EarlyResults1764100104002 } from './1764100104002-early-results.js';
import { RecentPostings1764100104003 } from './1764100104003-recent-postings.js';
import { ReturnsOfPayments1764100105000 } from './1764100105000-returns-of-payments.js';
import { DecidedReturns1764200100000 } from './1764200100000-decided-returns.js';
import { CheckedTimes1764200110000 } from './1764200110000-checked-times.js';
import { CheckedDetails1764200110001 } from './1764200110001-checked-details.js';
import { InstantDetails1764200130000 } from './1764200130000-instant-details.js';
import { FirstStatements1764200140000 } from './1764200140000-first-statements.js';
import { PagesOfStatements1764200140001 } from './1764200140001-pages-of-statements.js';
import { WordsOfReturns1764200150000 } from './1764200150000-words-of-returns.js';
import { ExplainedOnce1764300100000 } from './1764300100000-explained-once.js';
import { LateCopies1764300300000 } from './1764300300000-late-copies.js';
import { ParticipantStates1764300500000 } from './1764300500000-participant-states.js';

/** All migrations, oldest first. */
export const migrations = [
  Platform1763600000000,
  Auth1763600001000,
  Customers1763600002000,
  Accounts1763600003000,
  Transfers1763600004000,
  Webhooks1763600005000,
  Screening1763700001000,
  KeyLife1763700002000,
  Ledger1763800001000,
  Participation1763800002000,
  Idempotency1763800003000,
  AccountCorrections1763800004000,
  WebhookReceivers1763800005000,
  Portal1763800006000,
  RateLimits1763800006001,
  TransferLifecycle1763800010000,
  DeadLetters1763800021000,
  Invariants1763800022000,
  Reconciliation1763800022001,
  ResultCursors1763800024000,
  Gauges1763800026000,
  Traces1763800026001,
  Retention1763800027000,
  CheckedUntil1763800027001,
  StatusBeforeClose1764000002001,
  ContradictoryResults1764000003000,
  SetAsideResults1764000003001,
  NameFilters1764000005000,
  TokenIssuer1764000006000,
  ScreeningRuns1764000007000,
  TransferParties1764000008000,
  RefusedWrites1764100000000,
  FieldTerms1764100001000,
  InvariantNames1764100002000,
  RetimedResults1764100003000,
  SandboxInquiries1764100003001,
  AccountHolders1764100003002,
  RailsEntries1764100005000,
  RailsFiles1764100005001,
  RailsInbound1764100005100,
  BrowserSessions1764100006000,
  Verify1764100007000,
  RailsRetention1764100008000,
  PortalReads1764100009000,
  Schedules1764100010000,
  VerifyErasure1764100011000,
  ReturnCountRetention1764100019000,
  FileCuts1764100020000,
  OwnBankFiles1764100020001,
  PortalFigures1764100022000,
  PortalViews1764100022001,
  RefusedRequests1764100022002,
  PortalOperations1764100022003,
  RoomForUpdates1764100023000,
  Suspense1764100024000,
  Reversals1764100024001,
  SentTraces1764100024002,
  TransferReasons1764100025000,
  RailsStatements1764100026000,
  TransferGate1764100027000,
  TransferMakers1764100027001,
  Controls1764100027002,
  EncryptedFiles1764100030000,
  EndpointFigures1764100031000,
  RailsMessages1764100032000,
  ScheduleApprovals1764100033000,
  Limits1764100033001,
  DebitDays1764100033002,
  ReturnRateGauge1764100033003,
  LedgerBooks1764100034000,
  EntryPositions1764100034001,
  GaplessEntries1764100034002,
  Subledgers1764100034010,
  BulkTransfers1764100035000,
  SweepTurns1764100036000,
  IdempotencyMoment1764100036001,
  RoomForResults1764100037000,
  DayEnds1764100040000,
  Reports1764100041000,
  AchBanks1764100048000,
  ReturnRateStates1764100052000,
  FlatParty1764100060000,
  Contributors1764100064000,
  UsageByBucket1764100064001,
  AccountVersions1764100064002,
  Exports1764100065000,
  CopiesOfMessages1764100066000,
  OwnStatements1764100066001,
  TransferGroups1764100067000,
  JudgedTransfers1764100069000,
  ExportedGroups1764100069001,
  BreakFiles1764100073000,
  StatementProofs1764100074000,
  EligibilityScope1764100080000,
  ScheduleSubledgers1764100080001,
  ResultKeys1764100081000,
  NeedsAttention1764100082000,
  SeenCorrections1764100083000,
  BulkOutcomes1764100084000,
  OpenApprovals1764100084001,
  ConnectionStates1764100086001,
  CountedAgain1764100086002,
  ClosedApprovals1764100086003,
  VaultAddress1764100087001,
  FreshStatistics1764100088001,
  TableStatistics1764100089000,
  VerificationEntries1764100090000,
  StatisticsOfLockedTables1764100091000,
  MakersOfDetails1764100100000,
  AccountsOfRows1764100100001,
  ClientOwners1764100102000,
  PasswordLinks1764100102001,
  LimitsCountFrom1764100102002,
  ClosedSubledgers1764100104000,
  CheckedAmounts1764100104001,
  EarlyResults1764100104002,
  RecentPostings1764100104003,
  ReturnsOfPayments1764100105000,
  DecidedReturns1764200100000,
  CheckedTimes1764200110000,
  CheckedDetails1764200110001,
  InstantDetails1764200130000,
  FirstStatements1764200140000,
  PagesOfStatements1764200140001,
  WordsOfReturns1764200150000,
  ExplainedOnce1764300100000,
  LateCopies1764300300000,
  ParticipantStates1764300500000,
];

export { placements } from './placements.table.js';
