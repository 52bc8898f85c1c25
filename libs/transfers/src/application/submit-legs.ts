import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { Clock, newIdAt } from '@payments/kernel';
import { LeaseLostError } from '@payments/messaging';
import { currentTransaction, databaseTime } from '@payments/persistence';
import type { Claim, ClaimedTask } from '@payments/messaging';
import type { LegState } from '../domain/leg.js';
import type { SubmissionOutcome, Transfer } from '../domain/transfer.js';
import { Processor, Transfers } from './ports.js';
import type { Instruction } from './ports.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';
import type { StepContext } from './transfer-steps.js';

/** How long after its parties were checked a batch may be sent. Well within the lease of the claim. */
const CHECK_VALID_MS = 20_000;

/** The worker was delayed between the check of the parties and the call; nothing was sent. */
class StaleJudgmentError extends Error {
  constructor() {
    super('the parties were checked too long ago; the batch was not sent, and the next attempt checks them again');
  }
}

/** A leg after its submission was recorded, and the outcome. */
interface SubmittedLeg {
  readonly leg: LegState;
  readonly transfer: Transfer;
  readonly outcome: SubmissionOutcome;
}

/** Legs that an earlier attempt was about to submit, and which of them the processor has. */
interface Inquiry {
  readonly inDoubt: readonly LegState[];
  readonly known: ReadonlySet<string>;
}

interface Preparation {
  readonly batchId: string;
  readonly checkedAtMs: number;
  readonly instructions: readonly Instruction[];
  /** Legs that wait for another window. */
  readonly waiting: readonly string[];
  /** Legs that may have been submitted before, until there is an inquiry. */
  readonly inDoubt: readonly LegState[];
}

/**
 * Submits legs to the processor, a batch per claim. The `submitting` status is committed before the call, so after a
 * crash or a timeout the processor is asked what it has before anything is sent again.
 */
@Injectable()
export class SubmitLegs {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly transfers: Transfers,
    private readonly steps: TransferSteps,
    private readonly accounts: AccountDetailsReader,
    private readonly processor: Processor,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const first = await this.submitOnce(claim.tasks);
    const again = first.inDoubt.length === 0 ? [] : await this.submitAgain(claim.tasks, first.inDoubt);
    // The task of a leg that waits for another window was postponed: it no longer belongs to the claim.
    const waiting = new Set([...first.waiting, ...again]);
    await this.confirm(
      claim,
      claim.tasks.filter(({ subject_id }) => !waiting.has(subject_id)),
    );
  }

  // Returns the legs that wait for another window.
  private async submitAgain(tasks: readonly ClaimedTask[], inDoubt: readonly LegState[]): Promise<readonly string[]> {
    const asksAt = await this.enterpriseBulkhead.run(inDoubt.length, () => databaseTime(currentTransaction()));
    // This id and the batch's show the processor which came first: a batch, or another worker's inquiry about it.
    const known = await this.processor.known(
      inDoubt.map(({ end_to_end_id }) => end_to_end_id),
      newIdAt(asksAt),
    );
    const inDoubtIds = new Set(inDoubt.map(({ id }) => id));
    const { waiting } = await this.submitOnce(
      tasks.filter(({ subject_id }) => inDoubtIds.has(subject_id)),
      { inDoubt, known },
    );
    return waiting;
  }

  private async submitOnce(tasks: readonly ClaimedTask[], inquiry?: Inquiry): Promise<Preparation> {
    const prepared = await this.prepare(
      tasks.map(({ subject_id }) => subject_id),
      inquiry,
    );
    const { batchId, checkedAtMs, instructions } = prepared;
    if (instructions.length > 0) {
      if (this.clock.elapsedMs() - checkedAtMs > CHECK_VALID_MS) throw new StaleJudgmentError();
      await this.processor.submit({ id: batchId, instructions });
    }
    return prepared;
  }

  private prepare(legIds: readonly string[], inquiry?: Inquiry): Promise<Preparation> {
    return this.enterpriseBulkhead.run(legIds.length, async () => {
      const checkedAtMs = this.clock.elapsedMs();
      const batchId = newIdAt(await databaseTime(currentTransaction()));
      const inDoubt: LegState[] = [];
      const claimed = new Set(legIds);
      const goes = (leg: LegState) => {
        if (!claimed.has(leg.id)) return false;
        if (leg.status !== 'submitting') return leg.status === 'ready';
        if (inquiry !== undefined) return isUnknown(leg, inquiry);
        inDoubt.push(leg);
        return false;
      };
      const submitted = await this.steps.take({ legIds }, (transfers, context) =>
        this.submit(transfers, { goes, batchId, context }),
      );
      return {
        ...{ batchId, checkedAtMs, inDoubt },
        instructions: await this.toInstructions(submitted.filter(({ outcome }) => outcome === 'goes')),
        waiting: submitted.filter(({ outcome }) => outcome === 'waits').map(({ leg }) => leg.id),
      };
    });
  }

  private async submit(
    transfers: readonly Transfer[],
    { goes, batchId, context }: { goes: (leg: LegState) => boolean; batchId: string; context: StepContext },
  ): Promise<SubmittedLeg[]> {
    const { now, stepAt, routing } = context;
    const partyVerifications = await this.transfers.partyVerifications(
      transfers.map((transfer) => transfer.snapshot().id),
    );
    return transfers.flatMap((transfer) => {
      const partyVerification = partyVerifications.get(transfer.snapshot().id) ?? {};
      const legs = transfer.legSnapshots().filter(goes);
      return legs.map(({ id, window_at }) => {
        const outcome = transfer.submit(id, { batchId, partyVerification, routing, now, at: stepAt(window_at) });
        return { leg: transfer.legSnapshots().find((leg) => leg.id === id)!, transfer, outcome };
      });
    });
  }

  // Each leg is paid to the account version at acceptance of the transfer, whatever has changed since.
  private async toInstructions(submitted: readonly SubmittedLeg[]): Promise<Instruction[]> {
    const details = await this.accounts.at(
      submitted.map(({ leg }) => ({ account_id: leg.account_id, details_version: leg.account_version })),
    );
    const versions = new Map(details.map((each) => [`${each.account_id}/${each.details_version}`, each]));
    return submitted.map(({ leg, transfer }) => {
      const version = `${leg.account_id}/${leg.account_version}`;
      const account = versions.get(version);
      if (account === undefined) throw new Error(`account details ${version} do not exist`);
      const { end_to_end_id, side, rail, amount } = leg;
      const { routing_number, account_number, account_type, account_holder_name } = account;
      const { use_case, account_statement_descriptor: descriptor, [side]: party } = transfer.snapshot();
      return {
        ...{ end_to_end_id, use_case, side, rail, amount },
        ...{ window_at: leg.window_at!, effective_date: leg.effective_date!, settles_at: leg.settles_at! },
        ...{ routing_number, account_number, account_type, account_holder_name },
        ...{ descriptor, statement_display_name: party?.statement_display_name ?? null },
      };
    });
  }

  private confirm(claim: Claim, tasks: readonly ClaimedTask[]): Promise<void> {
    return this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const now = this.clock.now();
      const confirmed = new Set(tasks.map(({ subject_id }) => subject_id));
      await this.steps.change({ legIds: [...confirmed] }, (transfers) => {
        for (const transfer of transfers) {
          for (const { id } of transfer.legSnapshots()) if (confirmed.has(id)) transfer.confirmLeg(id, now);
        }
      });
      await claim.complete(tasks);
    });
  }
}

function isUnknown({ id, batch_id, end_to_end_id }: LegState, { inDoubt, known }: Inquiry): boolean {
  const asked = inDoubt.find((leg) => leg.id === id);
  // Another worker has submitted it since the inquiry: the processor's response is stale.
  if (asked?.batch_id !== batch_id) throw new LeaseLostError();
  return !known.has(end_to_end_id);
}
