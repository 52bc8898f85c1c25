import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import type { LegState } from '../domain/leg.js';
import { isInstant } from '../domain/rails.js';
import type { Transfer } from '../domain/transfer.js';
import { ClearTransfers } from './clear-transfers.js';
import { PrepareBatch } from './prepare-batch.js';
import type { CheckedParties } from './prepare-batch.js';
import type { PreparedBatch } from './submissions.js';
import { transferQueues } from './queues.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';
import type { StepContext } from './transfer-steps.js';

const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 5 * 60_000;

/**
 * Processes accepted transfers: once their parties are verified, legs are created and wait for their windows, and the
 * money of payouts is reserved. Until then a transfer waits, and fails when no verification result arrives in time. One
 * that a gate holds has no task until it is resumed. Legs whose window is open are prepared for submission at once, if this
 * process can submit them.
 */
@Injectable()
export class AcceptTransfers {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly prepareBatch: PrepareBatch,
    private readonly tasks: Tasks,
    private readonly steps: TransferSteps,
    private readonly clearTransfers: ClearTransfers,
  ) {}

  execute(claim: Claim): Promise<void> {
    const ages = new Map(claim.tasks.map(({ subject_id, age_ms }) => [subject_id, age_ms]));
    return this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const memos = new Map<string, PreparedBatch>();
      const accept = async (transfers: readonly Transfer[], context: StepContext) => {
        const parties = await this.prepareBatch.check(transfers);
        const waits = await this.clearTransfers.execute(transfers, {
          ages,
          verifications: parties.verifications,
          context,
        });
        const batch = await this.prepare(transfers, parties, context);
        for (const { end_to_end_id } of batch.instructions) memos.set(legIdOf(end_to_end_id)!, batch);
        return waits;
      };
      const waits = await this.steps.take({ ids: claim.subjectIds }, accept, memos);
      const waiting = claim.tasks.filter(({ subject_id }) => waits.has(subject_id));
      await claim.complete(claim.tasks.filter((task) => !waiting.includes(task)));
      // All at once, when the first of them is due: the balances may be locked meanwhile.
      await claim.postpone(waiting, Math.min(...waiting.map(untilNextLook)), { restart: true });
    });
  }

  // Otherwise the legs stay ready: a batch that nobody sends leaves them in doubt.
  private async prepare(
    transfers: readonly Transfer[],
    parties: CheckedParties,
    context: StepContext,
  ): Promise<PreparedBatch> {
    const canSubmit = this.tasks.canStart(transferQueues.submissions);
    const goes = (leg: LegState) => canSubmit && leg.status === 'ready' && isInstant(leg.rail);
    const { batch } = await this.prepareBatch.execute(transfers, { parties, goes, context });
    return batch;
  }
}

// The longer a transfer has waited, the rarer the checks: verification usually takes seconds, and a day at most.
function untilNextLook({ age_ms }: ClaimedTask): number {
  return Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, age_ms / 4));
}
