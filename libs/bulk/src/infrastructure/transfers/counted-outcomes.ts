import { Injectable } from '@nestjs/common';
import { ObservesSteps } from '@payments/transfers';
import type { ObservedStep, StepObserver } from '@payments/transfers';
import { CountOutcomes } from '../../application/count-outcomes.js';

/** What becomes of the transfers of bulk transfers is counted. */
@ObservesSteps()
@Injectable()
export class CountedOutcomes implements StepObserver {
  constructor(private readonly countOutcomes: CountOutcomes) {}

  observe(step: ObservedStep): Promise<void> {
    this.countOutcomes.execute(step);
    return Promise.resolve();
  }
}
