import { Injectable } from '@nestjs/common';
import type { Claim } from '@payments/messaging';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';

/** Ends the holds of debits that are due: their money becomes available, and credits that waited for it can be submitted. */
@Injectable()
export class EndHolds {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly steps: TransferSteps,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const claimed = new Set(claim.subjectIds);
      await this.steps.take({ legIds: claim.subjectIds }, (transfers, { now, stepAt, routing }) => {
        for (const transfer of transfers) {
          const legs = transfer.legSnapshots().filter(({ id }) => claimed.has(id));
          for (const { id, hold_until } of legs) transfer.endHold(id, { now, at: stepAt(hold_until), routing });
        }
      });
      await claim.complete();
    });
  }
}
