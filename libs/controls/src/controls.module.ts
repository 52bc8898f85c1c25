import { Module } from '@nestjs/common';
import { TransfersModule } from '@payments/transfers';
import { ApprovalSteps } from './application/approval-steps.js';
import { JudgeTransfers } from './application/judge-transfers.js';
import { PolicyCache } from './application/policy-cache.js';
import { Approvals, PaymentFacts, Policies } from './application/ports.js';
import { WithdrawApprovals } from './application/withdraw-approvals.js';
import { ApprovalsRepository } from './infrastructure/persistence/approvals.repository.js';
import { PoliciesRepository } from './infrastructure/persistence/policies.repository.js';
import { PostgresPaymentFacts } from './infrastructure/persistence/postgres-payment-facts.js';
import { ApprovalGate, HeldTransfers } from './infrastructure/transfers/approval-gate.js';
import { ApprovalWaits } from './infrastructure/transfers/approval-waits.js';

const answersToTransfers = [ApprovalGate, HeldTransfers, ApprovalWaits];

/** Storage and steps of policies and approvals, and what transfers ask of them, for every process. */
@Module({
  imports: [TransfersModule],
  providers: [
    { provide: Policies, useClass: PoliciesRepository },
    { provide: Approvals, useClass: ApprovalsRepository },
    { provide: PaymentFacts, useClass: PostgresPaymentFacts },
    PolicyCache,
    ApprovalSteps,
    JudgeTransfers,
    WithdrawApprovals,
    ...answersToTransfers,
  ],
  exports: [Policies, Approvals, PolicyCache, ApprovalSteps, TransfersModule],
})
export class ControlsModule {}
