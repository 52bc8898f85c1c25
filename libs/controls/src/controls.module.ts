import { Global, Module } from '@nestjs/common';
import { Approvals, DualControl } from '@payments/persistence';
import { TransfersModule } from '@payments/transfers';
import { ApprovalSteps } from './application/approval-steps.js';
import { CountDebits } from './application/count-debits.js';
import { DemandApprovals } from './application/demand-approvals.js';
import { HoldTransfers } from './application/hold-transfers.js';
import { JudgeDebits } from './application/judge-debits.js';
import { JudgeLimits } from './application/judge-limits.js';
import { JudgeTransfers } from './application/judge-transfers.js';
import { JudgeUseCases } from './application/judge-use-cases.js';
import { LimitCache } from './application/limit-cache.js';
import { Originators } from './application/originators.js';
import { PolicyCache } from './application/policy-cache.js';
import {
  ApprovalRecords,
  DebitDays,
  Limits,
  LimitUsage,
  PaymentFacts,
  Policies,
  SubledgerOwners,
  ToldReturnRates,
  VerificationEntries,
} from './application/ports.js';
import { ReadReturnRates } from './application/read-return-rates.js';
import { RequestApprovals } from './application/request-approvals.js';
import { ScheduleApprovals } from './application/schedule-approvals.js';
import { TellReturnRates } from './application/tell-return-rates.js';
import { WithdrawApprovals } from './application/withdraw-approvals.js';
import { SettingChangeResolver } from './infrastructure/approvals/setting-change-resolver.js';
import { ApprovalsRepository } from './infrastructure/persistence/approvals.repository.js';
import { LimitsRepository } from './infrastructure/persistence/limits.repository.js';
import { PoliciesRepository } from './infrastructure/persistence/policies.repository.js';
import { PostgresDebitDays } from './infrastructure/persistence/postgres-debit-days.js';
import { PostgresLimitUsage } from './infrastructure/persistence/postgres-limit-usage.js';
import { PostgresPaymentFacts } from './infrastructure/persistence/postgres-payment-facts.js';
import { PostgresSubledgerOwners } from './infrastructure/persistence/postgres-subledger-owners.js';
import { PostgresVerificationEntries } from './infrastructure/persistence/postgres-verification-entries.js';
import { ToldReturnRatesRepository } from './infrastructure/persistence/told-return-rates.repository.js';
import { ApprovalGate, HeldTransfers } from './infrastructure/transfers/approval-gate.js';
import { ApprovalWaits } from './infrastructure/transfers/approval-waits.js';
import { LimitGate, UnusedLimits } from './infrastructure/transfers/limit-gate.js';
import { CountedDebits, ReturnRateGate, UseCaseGate } from './infrastructure/transfers/setting-gates.js';
import { TransferResolver } from './infrastructure/transfers/transfer-resolver.js';

const answersToTransfers = [
  ...[UseCaseGate, ReturnRateGate, CountedDebits],
  ApprovalGate,
  HeldTransfers,
  ApprovalWaits,
  LimitGate,
  UnusedLimits,
  TransferResolver,
  SettingChangeResolver,
];

/**
 * Storage and steps of policies and approvals, and what others ask of them, for every process. Global, because contexts that
 * demand approvals must not import this one.
 */
@Global()
@Module({
  imports: [TransfersModule],
  providers: [
    { provide: Policies, useClass: PoliciesRepository },
    { provide: ApprovalRecords, useClass: ApprovalsRepository },
    { provide: PaymentFacts, useClass: PostgresPaymentFacts },
    { provide: Limits, useClass: LimitsRepository },
    { provide: LimitUsage, useClass: PostgresLimitUsage },
    { provide: DebitDays, useClass: PostgresDebitDays },
    { provide: VerificationEntries, useClass: PostgresVerificationEntries },
    { provide: SubledgerOwners, useClass: PostgresSubledgerOwners },
    { provide: ToldReturnRates, useClass: ToldReturnRatesRepository },
    PolicyCache,
    LimitCache,
    { provide: Approvals, useClass: DemandApprovals },
    DualControl,
    ApprovalSteps,
    RequestApprovals,
    ScheduleApprovals,
    HoldTransfers,
    JudgeLimits,
    JudgeTransfers,
    JudgeUseCases,
    JudgeDebits,
    CountDebits,
    Originators,
    ReadReturnRates,
    TellReturnRates,
    WithdrawApprovals,
    ...answersToTransfers,
  ],
  exports: [
    Approvals,
    DualControl,
    Policies,
    Limits,
    LimitUsage,
    ReadReturnRates,
    TellReturnRates,
    ApprovalRecords,
    PolicyCache,
    LimitCache,
    ApprovalSteps,
    TransfersModule,
  ],
})
export class ControlsModule {}
