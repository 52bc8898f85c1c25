import { Injectable } from '@nestjs/common';
import { Clock, newIdAt } from '@payments/kernel';
import { LeaseLostError } from '@payments/messaging';
import { currentTransaction, databaseTime } from '@payments/persistence';
import type { Claim, ClaimedTask } from '@payments/messaging';
import type { LegState } from '../domain/leg.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { Processor } from './ports.js';
import type { InstructionBatch, ReportedResult } from './ports.js';

/** How long after its parties were checked a batch may be sent. Well within the lease of the claim. */
const CHECK_VALID_MS = 20_000;

/** The worker was delayed between the check of the parties and the call; nothing was sent. */
class StaleJudgmentError extends Error {
  constructor() {
    super('the parties were checked too long ago; the batch was not sent, and the next attempt checks them again');
  }
}

/** A batch that was not sent yet. Its instructions are `submitting` once the unit of work commits. */
export interface PreparedBatch extends InstructionBatch {
  /** When it was checked that it may be sent, in elapsed time. */
  readonly checkedAtMs: number;
}

/** What decides whether an instruction is sent. */
export type Submittable = Pick<LegState, 'id' | 'status' | 'batch_id' | 'end_to_end_id'>;

/** One kind of instruction: legs, or what another context submits. All in the current unit of work. */
export interface SubmittedKind {
  /** The subject of the task that an instruction belongs to. */
  idOf(endToEndId: string): string | undefined;
  /** Locks them, and makes a batch of those that `goes` selects. Those that wait for another time have a new task. */
  prepare(
    ids: readonly string[],
    goes: (each: Submittable) => boolean,
  ): Promise<{ readonly batch: PreparedBatch; readonly waiting: readonly string[] }>;
  /** Records that the processor has them, with the results that its response contained. */
  confirm(ids: readonly string[], reported: readonly ReportedResult[]): Promise<void>;
}

/** Instructions of an earlier attempt, and which of them the processor has. */
interface Inquiry {
  readonly inDoubt: readonly Submittable[];
  readonly known: ReadonlySet<string>;
}

interface Submission {
  /** Results that the processor's response contained. */
  readonly reported: readonly ReportedResult[];
  /** Those that wait for another window. */
  readonly waiting: readonly string[];
  /**
   * Those that an earlier attempt may have submitted, until there is an inquiry. Also those that a result has moved on
   * since: other results may have been lost with the response.
   */
  readonly inDoubt: readonly Submittable[];
}

const NOTHING: Submission = { reported: [], waiting: [], inDoubt: [] };

/**
 * Submits instructions to the processor, a batch per claim. The `submitting` status is committed before the call, so after
 * a crash or a timeout the processor is asked what it has before anything is sent again.
 */
@Injectable()
export class Submissions {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly processor: Processor,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim, kind: SubmittedKind): Promise<void> {
    const prepared = claim.tasks.filter(({ memo }) => memo !== undefined);
    const reported = await this.sendPrepared(kind, prepared);
    const first = await this.submit(
      kind,
      claim.tasks.filter((task) => !prepared.includes(task)),
    );
    const again = await this.submitAgain(kind, claim.tasks, first.inDoubt);
    // The task of an instruction that waits for another window was postponed: it no longer belongs to the claim.
    const waiting = new Set([...first.waiting, ...again.waiting]);
    const done = claim.tasks.filter(({ subject_id }) => !waiting.has(subject_id));
    await this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const ids = done.map(({ subject_id }) => subject_id);
      await kind.confirm(ids, [...reported, ...first.reported, ...again.reported]);
      await claim.complete(done);
    });
  }

  // The transaction that made these tasks has made their batch too.
  private async sendPrepared(kind: SubmittedKind, tasks: readonly ClaimedTask[]): Promise<readonly ReportedResult[]> {
    if (tasks.length === 0) return [];
    const batch = tasks[0]!.memo as PreparedBatch;
    const held = new Set(tasks.map(({ subject_id }) => subject_id));
    const instructions = batch.instructions.filter(({ end_to_end_id }) => held.has(kind.idOf(end_to_end_id)!));
    return this.send({ ...batch, instructions });
  }

  private async submitAgain(
    kind: SubmittedKind,
    tasks: readonly ClaimedTask[],
    inDoubt: readonly Submittable[],
  ): Promise<Submission> {
    if (inDoubt.length === 0) return NOTHING;
    const asksAt = await this.enterpriseBulkhead.run(inDoubt.length, () => databaseTime(currentTransaction()));
    // This id and the batch's show the processor which came first: a batch, or another worker's inquiry about it.
    const known = await this.processor.known(
      inDoubt.map(({ end_to_end_id }) => end_to_end_id),
      newIdAt(asksAt),
    );
    const inDoubtIds = new Set(inDoubt.map(({ id }) => id));
    return this.submit(
      kind,
      tasks.filter(({ subject_id }) => inDoubtIds.has(subject_id)),
      { inDoubt, known },
    );
  }

  private async submit(kind: SubmittedKind, tasks: readonly ClaimedTask[], inquiry?: Inquiry): Promise<Submission> {
    if (tasks.length === 0) return NOTHING;
    const ids = tasks.map(({ subject_id }) => subject_id);
    const { batch, waiting, inDoubt } = await this.prepare(kind, ids, inquiry);
    return { reported: await this.send(batch), waiting, inDoubt };
  }

  private async send({ id, instructions, checkedAtMs }: PreparedBatch): Promise<readonly ReportedResult[]> {
    if (instructions.length === 0) return [];
    if (this.clock.elapsedMs() - checkedAtMs > CHECK_VALID_MS) throw new StaleJudgmentError();
    return this.processor.submit({ id, instructions });
  }

  private prepare(kind: SubmittedKind, ids: readonly string[], inquiry?: Inquiry) {
    return this.enterpriseBulkhead.run(ids.length, async () => {
      const inDoubt: Submittable[] = [];
      const claimed = new Set(ids);
      const goes = (each: Submittable) => {
        if (!claimed.has(each.id)) return false;
        if (each.status === 'ready') return true;
        // An inquiry has shown that its batch never arrived, and it has waited for another window since.
        if (each.batch_id === null) return each.status === 'submitting';
        if (inquiry !== undefined) return each.status === 'submitting' && isUnknown(each, inquiry);
        inDoubt.push(each);
        return false;
      };
      return { ...(await kind.prepare(ids, goes)), inDoubt };
    });
  }
}

function isUnknown({ id, batch_id, end_to_end_id }: Submittable, { inDoubt, known }: Inquiry): boolean {
  const asked = inDoubt.find((each) => each.id === id);
  // Another worker has submitted it since the inquiry: the processor's response is stale.
  if (asked?.batch_id !== batch_id) throw new LeaseLostError();
  return !known.has(end_to_end_id);
}
