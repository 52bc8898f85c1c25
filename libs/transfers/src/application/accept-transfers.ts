import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/platform';
import type { Claim, ClaimedTask, Config } from '@payments/platform';
import { Transfers } from './ports.js';
import { SubmissionSchedule } from './submission-schedule.js';

const WAIT_HOURS = 24;
const SANDBOX_WAIT_SECONDS = 30;
const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 5 * 60_000;

/**
 * Takes accepted transfers on: once verification has cleared their parties, legs are made and due to be handed over.
 * Until then a transfer waits, and fails when no verdict comes in time.
 */
@Injectable()
export class AcceptTransfers {
  private readonly waitMs: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly schedule: SubmissionSchedule,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.waitMs = config.environment === 'sandbox' ? SANDBOX_WAIT_SECONDS * 1000 : WAIT_HOURS * 3_600_000;
  }

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const transfers = await this.transfers.lock({ ids: claim.subjectIds });
      const clearances = await this.transfers.clearances(claim.subjectIds);
      const waiting = transfers.filter((transfer) => {
        const { id, created_at } = transfer.snapshot();
        const waitUntil = new Date(created_at.getTime() + this.waitMs);
        return !transfer.clear(clearances.get(id) ?? {}, { now, waitUntil, newLegId: newId });
      });
      await this.transfers.save(transfers);
      await this.schedule.submitReady(transfers, now);
      const waitingIds = new Set(waiting.map((transfer) => transfer.snapshot().id));
      const waits = ({ subject_id }: ClaimedTask) => waitingIds.has(subject_id);
      await claim.complete(claim.tasks.filter((task) => !waits(task)));
      for (const task of claim.tasks.filter(waits))
        await claim.postpone([task], lookAgain(task, now), { restart: true });
    });
  }
}

// The longer a transfer has waited, the rarer the look: a verdict takes seconds as a rule, and a day at most.
function lookAgain({ created_at }: ClaimedTask, now: Date): Date {
  const age = now.getTime() - created_at.getTime();
  return new Date(now.getTime() + Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, age / 4)));
}
