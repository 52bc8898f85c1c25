import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, newId } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Tasks } from '@payments/messaging';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import type { LegState } from '../domain/leg.js';
import { isInstant } from '../domain/rails.js';
import type { Transfer } from '../domain/transfer.js';
import { PrepareBatch } from './prepare-batch.js';
import type { CheckedParties } from './prepare-batch.js';
import type { PreparedBatch } from './submissions.js';
import { transferQueues } from './queues.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';
import type { StepContext } from './transfer-steps.js';
import { transferTypes } from '../domain/transfer-type.js';

const WAIT_HOURS = 24;
const SANDBOX_WAIT_SECONDS = 30;
const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 5 * 60_000;

/**
 * Processes accepted transfers: once their parties are verified, legs are created and wait for their windows, and the
 * money of payouts is reserved. Until then a transfer waits, and fails when no verification result arrives in time. Legs
 * whose window is open are prepared for submission at once, if this process can submit them.
 */
@Injectable()
export class AcceptTransfers {
  private readonly waitMs: number;

  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly prepareBatch: PrepareBatch,
    private readonly tasks: Tasks,
    private readonly steps: TransferSteps,
    private readonly ledger: Ledger,
    @Inject(CONFIG) config: Config,
  ) {
    this.waitMs = config.environment === 'sandbox' ? SANDBOX_WAIT_SECONDS * 1000 : WAIT_HOURS * HOUR_MS;
  }

  execute(claim: Claim): Promise<void> {
    const ages = new Map(claim.tasks.map(({ subject_id, age_ms }) => [subject_id, age_ms]));
    return this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const memos = new Map<string, PreparedBatch>();
      const accept = async (transfers: readonly Transfer[], context: StepContext) => {
        const parties = await this.prepareBatch.check(transfers);
        const waits = await this.clear(transfers, { ages, parties, context });
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

  // Returns the ids of transfers that still wait. Oldest first, so that earlier transfers get the money first.
  private async clear(
    transfers: readonly Transfer[],
    options: {
      readonly ages: ReadonlyMap<string, number>;
      readonly parties: CheckedParties;
      readonly context: StepContext;
    },
  ): Promise<Set<string>> {
    const { ages, parties, context } = options;
    const { now, at, routing } = context;
    const reserveFunds = await this.funds(transfers);
    const waiting = transfers.filter((transfer) => {
      const { id } = transfer.snapshot();
      // By the age of the task, which has one clock; the transfer was dated by the process that accepted it.
      const waitUntil = new Date(now.getTime() + this.waitMs - ages.get(id)!);
      return !transfer.accept(parties.verifications.get(id) ?? {}, {
        ...{ now, at, routing, waitUntil, reserveFunds, newLegId: newId },
      });
    });
    return new Set(waiting.map((transfer) => transfer.snapshot().id));
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

  private async funds(transfers: readonly Transfer[]): Promise<(amount: bigint) => boolean> {
    const paysOut = transfers.some((transfer) => transferTypes[transfer.snapshot().use_case].paysFromBalance);
    let available = paysOut ? await this.ledger.lockAvailable() : 0n;
    return (amount) => {
      if (amount > available) return false;
      available -= amount;
      return true;
    };
  }
}

// The longer a transfer has waited, the rarer the checks: verification usually takes seconds, and a day at most.
function untilNextLook({ age_ms }: ClaimedTask): number {
  return Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, age_ms / 4));
}
