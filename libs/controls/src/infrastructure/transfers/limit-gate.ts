import { Injectable } from '@nestjs/common';
import { GatesTransfers, ObservesSteps } from '@payments/transfers';
import type { Foresight, ObservedStep, Ruling, StepObserver, TransferGate } from '@payments/transfers';
import { JudgeLimits, LIMIT_GATE } from '../../application/judge-limits.js';

/** Transfers that exceed limits are refused, or wait for an approval. */
@GatesTransfers({ name: LIMIT_GATE, order: 30, passes: 'The transfer is within the limits.' })
@Injectable()
export class LimitGate implements TransferGate {
  constructor(private readonly judgeLimits: JudgeLimits) {}

  judge(...asked: Parameters<TransferGate['judge']>): Promise<ReadonlyMap<string, Ruling>> {
    return this.judgeLimits.execute(...asked);
  }

  foresee(...asked: Parameters<TransferGate['foresee']>): Promise<ReadonlyMap<string, Foresight>> {
    return this.judgeLimits.foresee(...asked);
  }
}

/** Transfers that fail give back what they have used of limits. */
@ObservesSteps()
@Injectable()
export class UnusedLimits implements StepObserver {
  constructor(private readonly judgeLimits: JudgeLimits) {}

  observe(step: ObservedStep): Promise<void> {
    return this.judgeLimits.giveBack(step);
  }
}
