import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { VerifySteps } from './verify-steps.js';

/** Cancels statement codes that nobody has entered in time. A later code has a task of its own. */
@Injectable()
export class ExpireCodes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: VerifySteps,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.steps.take({ ids: claim.subjectIds }, (accounts, { now, stepAt }) => {
        for (const account of accounts) {
          const { control_until } = account.snapshot();
          if (control_until !== null) account.expireControl({ now, at: stepAt(control_until) });
        }
      });
      await claim.complete();
    });
  }
}
