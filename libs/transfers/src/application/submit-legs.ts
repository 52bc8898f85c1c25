import { Injectable } from '@nestjs/common';
import type { Claim } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import { ConfirmLegs } from './confirm-legs.js';
import type { ReportedResult } from './ports.js';
import { PrepareBatch } from './prepare-batch.js';
import { Submissions } from './submissions.js';
import type { Submittable, SubmittedKind } from './submissions.js';
import { TransferSteps } from './transfer-steps.js';

/** Submits legs of transfers. */
@Injectable()
export class SubmitLegs implements SubmittedKind {
  readonly idOf = legIdOf;

  constructor(
    private readonly submissions: Submissions,
    private readonly steps: TransferSteps,
    private readonly prepareBatch: PrepareBatch,
    private readonly confirmLegs: ConfirmLegs,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.submissions.execute(claim, this);
  }

  prepare(legIds: readonly string[], goes: (leg: Submittable) => boolean) {
    return this.steps.take({ legIds }, async (transfers, context) => {
      const parties = await this.prepareBatch.check(transfers);
      return this.prepareBatch.execute(transfers, { parties, goes, context });
    });
  }

  confirm(legIds: readonly string[], reported: readonly ReportedResult[]): Promise<void> {
    return this.confirmLegs.execute(legIds, reported);
  }
}
