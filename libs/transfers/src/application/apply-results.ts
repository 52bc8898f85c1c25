import { Injectable } from '@nestjs/common';
import { Log, Metrics } from '@payments/observability';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { isTooEarly } from '../domain/classify-result.js';
import { BankingTime } from './banking-time.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { InstructionOwners } from './instruction-owners.js';
import type { ResultOutcome } from './instruction-owners.js';
import { transferMetrics } from './metrics.table.js';
import { ProcessorResults } from './ports.js';

/** Applies stored results to their instructions. */
@Injectable()
export class ApplyResults {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly results: ProcessorResults,
    private readonly owners: InstructionOwners,
    private readonly bankingTime: BankingTime,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /** The results of each owner in a unit of work of its own: two owners in one could lock each other's work out. */
  async execute(claim: Claim): Promise<void> {
    let left: readonly ClaimedTask[] = claim.tasks;
    while (left.length > 0) left = await this.applyNext(claim, left);
  }

  /** Applies the results of one owner. @returns the tasks of the others */
  private async applyNext(claim: Claim, tasks: readonly ClaimedTask[]): Promise<readonly ClaimedTask[]> {
    const { outcomes, left } = await this.enterpriseBulkhead.run(tasks.length, async () => {
      const pending = await this.results.pending(tasks.map(({ subject_id }) => subject_id));
      const { now, at } = await this.bankingTime.read();
      const early = pending.filter((result) => isTooEarly(result, at, this.bankingTime.reportsAheadMs));
      const [next, ...others] = this.owners.group(pending.filter((result) => !early.includes(result)));
      const [owner, results] = next ?? [undefined, []];
      const applied = [
        ...early.map((result): ResultOutcome => ({ result, effect: 'early' })),
        ...((await owner?.apply(results)) ?? results.map((result): ResultOutcome => ({ result, effect: 'unmatched' }))),
      ];
      await this.mark(applied, now);
      const isLeft = new Set(others.flatMap(([, rest]) => rest.map(({ id }) => id)));
      const rest = tasks.filter(({ subject_id }) => isLeft.has(subject_id));
      await claim.complete(tasks.filter((task) => !rest.includes(task)));
      return { outcomes: applied, left: rest };
    });
    this.report(outcomes);
    return left;
  }

  // Contradictory, early or unmatched results stay in the inbox for reconciliation to list.
  private async mark(outcomes: readonly ResultOutcome[], now: Date): Promise<void> {
    const idsOf = (...effects: ResultOutcome['effect'][]) =>
      outcomes.filter(({ effect }) => effects.includes(effect)).map(({ result }) => result.id);
    await this.results.markApplied(idsOf('apply', 'duplicate'), now);
    await this.results.markContradictory(idsOf('contradictory'), now);
    await this.results.markEarly(idsOf('early'), now);
  }

  // After the commit, so that a repeated claim counts once.
  private report(outcomes: readonly ResultOutcome[]): void {
    for (const { result, effect, leg_status } of outcomes) {
      const { id: result_id, end_to_end_id, kind } = result;
      const named = { result_id, end_to_end_id, result_kind: kind };
      if (effect === 'early') this.log.error('early_processor_result', named);
      if (effect === 'unmatched') this.log.error('unmatched_processor_result', named);
      const contradicts = effect === 'early' ? 'banking_time' : effect === 'contradictory' ? leg_status : undefined;
      if (contradicts === undefined) continue;
      const labels = { kind, leg_status: contradicts };
      if (effect === 'contradictory')
        this.log.error('contradictory_processor_result', { ...named, leg_status: contradicts });
      this.metrics.count(transferMetrics.payments_processor_results_contradictory_total, labels);
    }
  }
}
