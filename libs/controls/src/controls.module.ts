import { Global, Module } from '@nestjs/common';
import { Approvals } from '@payments/persistence';
import { TransfersModule } from '@payments/transfers';
import { ApprovalSteps } from './application/approval-steps.js';
import { DemandApprovals } from './application/demand-approvals.js';
import { JudgeTransfers } from './application/judge-transfers.js';
import { PolicyCache } from './application/policy-cache.js';
import { ApprovalRecords, PaymentFacts, Policies } from './application/ports.js';
import { RequestApprovals } from './application/request-approvals.js';
import { ScheduleApprovals } from './application/schedule-approvals.js';
import { WithdrawApprovals } from './application/withdraw-approvals.js';
import { ApprovalsRepository } from './infrastructure/persistence/approvals.repository.js';
import { PoliciesRepository } from './infrastructure/persistence/policies.repository.js';
import { PostgresPaymentFacts } from './infrastructure/persistence/postgres-payment-facts.js';
import { ApprovalGate, HeldTransfers } from './infrastructure/transfers/approval-gate.js';
import { ApprovalWaits } from './infrastructure/transfers/approval-waits.js';
import { TransferResolver } from './infrastructure/transfers/transfer-resolver.js';

const answersToTransfers = [ApprovalGate, HeldTransfers, ApprovalWaits, TransferResolver];

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
    PolicyCache,
    { provide: Approvals, useClass: DemandApprovals },
    ApprovalSteps,
    RequestApprovals,
    ScheduleApprovals,
    JudgeTransfers,
    WithdrawApprovals,
    ...answersToTransfers,
  ],
  exports: [Approvals, Policies, ApprovalRecords, PolicyCache, ApprovalSteps, TransfersModule],
})
export class ControlsModule {}
