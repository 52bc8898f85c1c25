import { Injectable } from '@nestjs/common';
import { Clock, newIdAt } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import type { Claim } from '@payments/messaging';
import { currentTransaction, databaseTime } from '@payments/persistence';
import { ReceiveResults, Submissions } from '@payments/transfers';
import type { Instruction, ReportedResult, Submittable, SubmittedKind } from '@payments/transfers';
import { probeIdOf } from '../domain/probe.js';
import type { ProbeState } from '../domain/probe.js';
import type { VerifyAccount } from '../domain/verify-account.js';
import { toInstruction } from './probe-instruction.js';
import { StatementCodes } from './ports.js';
import { VerifySteps } from './verify-steps.js';
import type { StepContext } from './verify-steps.js';

interface Prepared {
  readonly instructions: readonly Instruction[];
  readonly waiting: readonly string[];
}

/** Submits probes, by the same steps as legs. A statement code exists only in the instruction that carries it. */
@Injectable()
export class SubmitProbes implements SubmittedKind {
  readonly idOf = probeIdOf;

  constructor(
    private readonly submissions: Submissions,
    private readonly steps: VerifySteps,
    private readonly codes: StatementCodes,
    private readonly ledger: Ledger,
    private readonly receiveResults: ReceiveResults,
    private readonly clock: Clock,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.submissions.execute(claim, this);
  }

  async prepare(probeIds: readonly string[], goes: (each: Submittable) => boolean) {
    const checkedAtMs = this.clock.elapsedMs();
    // By the database's clock, which all workers share.
    const id = newIdAt(await databaseTime(currentTransaction()));
    const { instructions, waiting } = await this.steps.take({ probeIds }, async (accounts, context) => {
      const takeFunds = await this.funds(accounts);
      const parts = accounts.map((account) => this.submit(account, { goes, context, batchId: id, takeFunds }));
      return {
        instructions: parts.flatMap((part) => part.instructions),
        waiting: parts.flatMap((part) => part.waiting),
      };
    });
    return { batch: { id, instructions, checkedAtMs }, waiting };
  }

  /** The results of the response take the way of all others. */
  async confirm(probeIds: readonly string[], reported: readonly ReportedResult[]): Promise<void> {
    const confirmed = new Set(probeIds);
    await this.steps.take({ probeIds }, (accounts, { now }) => {
      for (const account of accounts) {
        for (const { id } of account.probeSnapshots()) if (confirmed.has(id)) account.confirm(id, now);
      }
    });
    await this.receiveResults.execute(reported);
  }

  // The credit first: its debit must not go without it.
  private submit(
    account: VerifyAccount,
    options: {
      readonly goes: (each: Submittable) => boolean;
      readonly context: StepContext;
      readonly batchId: string;
      readonly takeFunds: (amount: bigint) => boolean;
    },
  ): Prepared {
    const { goes, context, batchId, takeFunds } = options;
    const instructions: Instruction[] = [];
    const waiting: string[] = [];
    for (const { id, purpose, window_at } of account.probeSnapshots().toSorted(creditFirst)) {
      const probe = account.probeSnapshots().find((each) => each.id === id)!;
      if (!goes(probe)) continue;
      const code = purpose === 'control' ? this.codes.make() : undefined;
      const { now, timetable, graceMs, stepAt } = context;
      const outcome = account.submit(id, {
        ...{ batchId, now, at: stepAt(window_at), timetable, graceMs, takeFunds },
        ...(code !== undefined && { statementCodeHash: this.codes.hash(account.snapshot().id, code) }),
      });
      if (outcome === 'waits') waiting.push(id);
      if (outcome === 'goes') instructions.push(toInstruction(account.snapshot(), probe, code));
    }
    return { instructions, waiting };
  }

  private async funds(accounts: readonly VerifyAccount[]): Promise<(amount: bigint) => boolean> {
    let available = accounts.length === 0 ? 0n : await this.ledger.lockAvailable();
    return (amount) => {
      if (amount > available) return false;
      available -= amount;
      return true;
    };
  }
}

function creditFirst({ side }: ProbeState, { side: other }: ProbeState): number {
  return side === other ? 0 : side === 'destination' ? -1 : 1;
}
