import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log } from '@payments/platform';
import type { Claim } from '@payments/platform';
import { legIdOf } from '../domain/leg.js';
import type { ProcessorResult } from '../domain/leg.js';
import { ProcessorResults } from './ports.js';
import { StepTurns } from './step-turns.js';
import { TransferSteps } from './transfer-steps.js';

/** Makes of stored results what they mean for their transfers. */
@Injectable()
export class ApplyResults {
  constructor(
    private readonly turns: StepTurns,
    private readonly results: ProcessorResults,
    private readonly steps: TransferSteps,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.turns.run(claim.tasks.length, async () => {
      const results = await this.results.pending(claim.subjectIds);
      const applied = await this.apply(results);
      // A result of an instruction that is not ours, or that contradicts what we know, stays in the inbox, unapplied, for
      // the reconciliation to find.
      const strange = results.length - applied.length;
      if (strange > 0) this.log.error('strange_processor_result', { count: strange });
      await this.results.markApplied(applied, this.clock.now());
      await claim.complete();
    });
  }

  // Answers the ids of the results that were taken in.
  private apply(results: readonly (ProcessorResult & { readonly id: string })[]): Promise<string[]> {
    const legIds = results.flatMap(({ end_to_end_id }) => legIdOf(end_to_end_id) ?? []);
    return this.steps.take({ legIds }, (transfers, { now, routing }) => {
      const byLeg = new Map(
        transfers.flatMap((transfer) => transfer.legSnapshots().map(({ id }) => [id, transfer] as const)),
      );
      return results.flatMap((result) => {
        const legId = legIdOf(result.end_to_end_id) ?? '';
        const isTaken = byLeg.get(legId)?.recordResult(legId, result, { now, routing }) ?? false;
        return isTaken ? [result.id] : [];
      });
    });
  }
}
