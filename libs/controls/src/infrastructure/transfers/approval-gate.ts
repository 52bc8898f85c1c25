import { Injectable } from '@nestjs/common';
import { GatesTransfers, ObservesSteps } from '@payments/transfers';
import type { Foresight, ObservedStep, Ruling, StepObserver, TransferGate } from '@payments/transfers';
import { JudgeTransfers } from '../../application/judge-transfers.js';
import { WithdrawApprovals } from '../../application/withdraw-approvals.js';

/** Transfers that need approvals wait for them. */
@GatesTransfers({ name: 'approval', order: 40, passes: 'No approval is needed.' })
@Injectable()
export class ApprovalGate implements TransferGate {
  constructor(private readonly judgeTransfers: JudgeTransfers) {}

  judge(...asked: Parameters<TransferGate['judge']>): Promise<ReadonlyMap<string, Ruling>> {
    return this.judgeTransfers.execute(...asked);
  }

  foresee(...asked: Parameters<TransferGate['foresee']>): Promise<ReadonlyMap<string, Foresight>> {
    return this.judgeTransfers.foresee(...asked);
  }
}

/** Transfers that fail while they wait. */
@ObservesSteps()
@Injectable()
export class HeldTransfers implements StepObserver {
  constructor(private readonly withdrawApprovals: WithdrawApprovals) {}

  observe(step: ObservedStep): Promise<void> {
    return this.withdrawApprovals.ofTransfers(step);
  }
}
