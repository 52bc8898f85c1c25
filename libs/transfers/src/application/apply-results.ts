import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import type { Claim } from '@payments/messaging';
import { legIdOf } from '../domain/leg.js';
import type { LegStatus, ProcessorResult } from '../domain/leg.js';
import type { ResultEffect } from '../domain/result-effects.table.js';
import type { Transfer } from '../domain/transfer.js';
import { transferMetrics } from './metrics.table.js';
import { ProcessorResults } from './ports.js';
import { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import { TransferSteps } from './transfer-steps.js';

type StoredResult = ProcessorResult & { readonly id: string };

/** A result with its effect on its leg. `unmatched`: it names no leg of ours. */
interface Outcome {
  readonly result: StoredResult;
  readonly effect: ResultEffect | 'unmatched';
  readonly leg_status?: LegStatus;
}

/** Applies stored results to their transfers. */
@Injectable()
export class ApplyResults {
  constructor(
    private readonly enterpriseBulkhead: EnterpriseBulkhead,
    private readonly results: ProcessorResults,
    private readonly steps: TransferSteps,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const outcomes = await this.enterpriseBulkhead.run(claim.tasks.length, async () => {
      const applied = await this.apply(await this.results.pending(claim.subjectIds));
      const idsOf = (...effects: Outcome['effect'][]) =>
        applied.filter(({ effect }) => effects.includes(effect)).map(({ result }) => result.id);
      // Contradictory or unmatched results stay in the inbox for reconciliation to list.
      await this.results.markApplied(idsOf('apply', 'duplicate'), this.clock.now());
      await this.results.markContradictory(idsOf('contradictory'), this.clock.now());
      await claim.complete();
      return applied;
    });
    this.report(outcomes);
  }

  private apply(results: readonly StoredResult[]): Promise<Outcome[]> {
    const legIds = results.flatMap(({ end_to_end_id }) => legIdOf(end_to_end_id) ?? []);
    return this.steps.take({ legIds }, (transfers, { now, routing }) => {
      const byLeg = new Map(
        transfers.flatMap((transfer) => transfer.legSnapshots().map(({ id }) => [id, transfer] as const)),
      );
      return results.map((result): Outcome => {
        const legId = legIdOf(result.end_to_end_id) ?? '';
        const transfer = byLeg.get(legId);
        if (transfer === undefined) return { result, effect: 'unmatched' };
        const leg_status = statusOf(transfer, legId);
        return { result, effect: transfer.recordResult(legId, result, { now, routing }), leg_status };
      });
    });
  }

  // After the commit, so that a repeated claim counts once.
  private report(outcomes: readonly Outcome[]): void {
    for (const { result, effect, leg_status } of outcomes) {
      const { id: result_id, end_to_end_id, kind } = result;
      const named = { result_id, end_to_end_id, result_kind: kind };
      if (effect === 'unmatched') this.log.error('unmatched_processor_result', named);
      if (effect !== 'contradictory' || leg_status === undefined) continue;
      this.log.error('contradictory_processor_result', { ...named, leg_status });
      this.metrics.count(transferMetrics.payments_processor_results_contradictory_total, { kind, leg_status });
    }
  }
}

function statusOf(transfer: Transfer, legId: string): LegStatus {
  return transfer.legSnapshots().find(({ id }) => id === legId)!.status;
}
