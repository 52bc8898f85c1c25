import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import { VerifySteps } from './verify-steps.js';

/** Ends the waits for returns of probes that are due. The wait may have moved after its task was claimed. */
@Injectable()
export class ClearProbes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: VerifySteps,
    private readonly bankingTime: BankingTime,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const horizon = await this.bankingTime.horizon();
      const claimed = new Set(claim.subjectIds);
      const early = await this.steps.take({ probeIds: claim.subjectIds }, (accounts, { now, stepAt }) => {
        const waits = new Map<string, Date>();
        for (const account of accounts) {
          for (const { id, status, hold_until } of account.probeSnapshots()) {
            if (!claimed.has(id) || status !== 'settled' || hold_until === null) continue;
            if (hold_until > horizon) waits.set(id, hold_until);
            else account.clear(id, { now, at: stepAt(hold_until) });
          }
        }
        return waits;
      });
      const waiting = claim.tasks.filter(({ subject_id }) => early.has(subject_id));
      await claim.complete(claim.tasks.filter((task) => !waiting.includes(task)));
      const ends = Math.min(...waiting.map(({ subject_id }) => early.get(subject_id)!.getTime()));
      await claim.postpone(waiting, ends - horizon.getTime(), { restart: true });
    });
  }
}
