import { Injectable } from '@nestjs/common';
import type { Claim } from '@payments/messaging';
import type { Transfer } from '../domain/transfer.js';
import { BankingTime } from './banking-time.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';
import type { StepContext } from './transfer-steps.js';

/**
 * Ends the holds of debits that are due: their money becomes available, and credits that waited for it can be submitted.
 * A hold may have moved after its task was claimed, so the locked leg decides, not the task.
 */
@Injectable()
export class EndHolds {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly steps: TransferSteps,
    private readonly bankingTime: BankingTime,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const horizon = await this.bankingTime.horizon();
      const claimed = new Set(claim.subjectIds);
      const early = await this.steps.take({ legIds: claim.subjectIds }, (transfers, context) =>
        this.endThose(transfers, (id) => claimed.has(id), { ...context, horizon }),
      );
      const waiting = claim.tasks.filter(({ subject_id }) => early.has(subject_id));
      await claim.complete(claim.tasks.filter((task) => !waiting.includes(task)));
      const ends = Math.min(...waiting.map(({ subject_id }) => early.get(subject_id)!.getTime()));
      await claim.postpone(waiting, ends - horizon.getTime(), { restart: true });
    });
  }

  // Returns the holds that have not ended, by leg.
  private endThose(
    transfers: readonly Transfer[],
    isClaimed: (legId: string) => boolean,
    { now, stepAt, routing, horizon }: StepContext & { readonly horizon: Date },
  ): Map<string, Date> {
    const early = new Map<string, Date>();
    for (const transfer of transfers) {
      for (const { id, status, hold_until } of transfer.legSnapshots()) {
        if (!isClaimed(id) || status !== 'settled' || hold_until === null) continue;
        if (hold_until > horizon) early.set(id, hold_until);
        else transfer.endHold(id, { now, at: stepAt(hold_until), routing });
      }
    }
    return early;
  }
}
