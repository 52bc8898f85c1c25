import { Injectable } from '@nestjs/common';
import { Clock, newIdAt } from '@payments/kernel';
import { LeaseLostError } from '@payments/messaging';
import { currentTransaction, databaseTime } from '@payments/persistence';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import type { LegState } from '../domain/leg.js';
import { ConfirmLegs } from './confirm-legs.js';
import { Processor } from './ports.js';
import type { ReportedResult } from './ports.js';
import { PrepareBatch } from './prepare-batch.js';
import type { PreparedBatch } from './prepare-batch.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';

/** How long after its parties were checked a batch may be sent. Well within the lease of the claim. */
const CHECK_VALID_MS = 20_000;

/** The worker was delayed between the check of the parties and the call; nothing was sent. */
class StaleJudgmentError extends Error {
  constructor() {
    super('the parties were checked too long ago; the batch was not sent, and the next attempt checks them again');
  }
}

/** Legs of an earlier attempt, and which of them the processor has. */
interface Inquiry {
  readonly inDoubt: readonly LegState[];
  readonly known: ReadonlySet<string>;
}

interface Submission {
  /** Results that the processor's response contained. */
  readonly reported: readonly ReportedResult[];
  /** Legs that wait for another window. */
  readonly waiting: readonly string[];
  /**
   * Legs that an earlier attempt may have submitted, until there is an inquiry. Also those that a result has moved on
   * since: other results may have been lost with the response.
   */
  readonly inDoubt: readonly LegState[];
}

const NOTHING: Submission = { reported: [], waiting: [], inDoubt: [] };

/**
 * Submits legs to the processor, a batch per claim. The `submitting` status is committed before the call, so after a
 * crash or a timeout the processor is asked what it has before anything is sent again.
 */
@Injectable()
export class SubmitLegs {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly steps: TransferSteps,
    private readonly prepareBatch: PrepareBatch,
    private readonly confirmLegs: ConfirmLegs,
    private readonly processor: Processor,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const prepared = claim.tasks.filter(({ memo }) => memo !== undefined);
    const reported = await this.sendPrepared(prepared);
    const first = await this.submit(claim.tasks.filter((task) => !prepared.includes(task)));
    const again = await this.submitAgain(claim.tasks, first.inDoubt);
    // The task of a leg that waits for another window was postponed: it no longer belongs to the claim.
    const waiting = new Set([...first.waiting, ...again.waiting]);
    const done = claim.tasks.filter(({ subject_id }) => !waiting.has(subject_id));
    await this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const legIds = done.map(({ subject_id }) => subject_id);
      await this.confirmLegs.execute(legIds, [...reported, ...first.reported, ...again.reported]);
      await claim.complete(done);
    });
  }

  // The transaction that made these tasks has made their batch too.
  private async sendPrepared(tasks: readonly ClaimedTask[]): Promise<readonly ReportedResult[]> {
    if (tasks.length === 0) return [];
    const batch = tasks[0]!.memo as PreparedBatch;
    const held = new Set(tasks.map(({ subject_id }) => subject_id));
    const instructions = batch.instructions.filter(({ end_to_end_id }) => held.has(legIdOf(end_to_end_id)!));
    return this.send({ ...batch, instructions });
  }

  private async submitAgain(tasks: readonly ClaimedTask[], inDoubt: readonly LegState[]): Promise<Submission> {
    if (inDoubt.length === 0) return NOTHING;
    const asksAt = await this.enterpriseBulkhead.run(inDoubt.length, () => databaseTime(currentTransaction()));
    // This id and the batch's show the processor which came first: a batch, or another worker's inquiry about it.
    const known = await this.processor.known(
      inDoubt.map(({ end_to_end_id }) => end_to_end_id),
      newIdAt(asksAt),
    );
    const inDoubtIds = new Set(inDoubt.map(({ id }) => id));
    return this.submit(
      tasks.filter(({ subject_id }) => inDoubtIds.has(subject_id)),
      { inDoubt, known },
    );
  }

  private async submit(tasks: readonly ClaimedTask[], inquiry?: Inquiry): Promise<Submission> {
    if (tasks.length === 0) return NOTHING;
    const legIds = tasks.map(({ subject_id }) => subject_id);
    const { batch, waiting, inDoubt } = await this.prepare(legIds, inquiry);
    return { reported: await this.send(batch), waiting, inDoubt };
  }

  private async send({ id, instructions, checkedAtMs }: PreparedBatch): Promise<readonly ReportedResult[]> {
    if (instructions.length === 0) return [];
    if (this.clock.elapsedMs() - checkedAtMs > CHECK_VALID_MS) throw new StaleJudgmentError();
    return this.processor.submit({ id, instructions });
  }

  private prepare(legIds: readonly string[], inquiry?: Inquiry) {
    return this.enterpriseBulkhead.run(legIds.length, async () => {
      const inDoubt: LegState[] = [];
      const claimed = new Set(legIds);
      const goes = (leg: LegState) => {
        if (!claimed.has(leg.id)) return false;
        if (leg.status === 'ready' || leg.batch_id === null) return leg.status === 'ready';
        if (inquiry !== undefined) return leg.status === 'submitting' && isUnknown(leg, inquiry);
        inDoubt.push(leg);
        return false;
      };
      const prepared = await this.steps.take({ legIds }, async (transfers, context) => {
        const parties = await this.prepareBatch.check(transfers);
        return this.prepareBatch.execute(transfers, { parties, goes, context });
      });
      return { ...prepared, inDoubt };
    });
  }
}

function isUnknown({ id, batch_id, end_to_end_id }: LegState, { inDoubt, known }: Inquiry): boolean {
  const asked = inDoubt.find((leg) => leg.id === id);
  // Another worker has submitted it since the inquiry: the processor's response is stale.
  if (asked?.batch_id !== batch_id) throw new LeaseLostError();
  return !known.has(end_to_end_id);
}
