import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Log } from '@payments/platform';
import type { Claim } from '@payments/platform';
import { ProcessorResults, Transfers } from './ports.js';
import { SubmissionSchedule } from './submission-schedule.js';

/** Makes of stored results what they mean for their transfers. */
@Injectable()
export class ApplyResults {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly results: ProcessorResults,
    private readonly schedule: SubmissionSchedule,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const results = await this.results.pending(claim.subjectIds);
      const transfers = await this.transfers.lock({ endToEndIds: results.map(({ end_to_end_id }) => end_to_end_id) });
      const byLeg = new Map(
        transfers.flatMap((transfer) => transfer.legSnapshots().map((leg) => [leg.end_to_end_id, transfer] as const)),
      );
      const known = results.filter(({ end_to_end_id }) => byLeg.has(end_to_end_id));
      for (const result of known) byLeg.get(result.end_to_end_id)!.recordResult(result, now);
      // A result of an instruction that is not ours stays in the inbox, unapplied, for the reconciliation to find.
      if (known.length < results.length) {
        this.log.error('unknown_processor_result', { count: results.length - known.length });
      }
      await this.transfers.save(transfers);
      await this.schedule.submitReady(transfers, now);
      await this.results.markApplied(
        known.map(({ id }) => id),
        now,
      );
      await claim.complete();
    });
  }
}
