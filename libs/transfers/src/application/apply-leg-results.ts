import { Injectable } from '@nestjs/common';
import { legIdOf } from '../domain/leg.js';
import type { LegStatus } from '../domain/leg.js';
import type { Transfer } from '../domain/transfer.js';
import type { ResultOutcome, StoredResult } from './instruction-owners.js';
import { TransferSteps } from './transfer-steps.js';

/** Applies results to legs of transfers. */
@Injectable()
export class ApplyLegResults {
  constructor(private readonly steps: TransferSteps) {}

  /** In the current unit of work. */
  execute(results: readonly StoredResult[], { isDecided } = { isDecided: false }): Promise<ResultOutcome[]> {
    const legIds = results.flatMap(({ end_to_end_id }) => legIdOf(end_to_end_id) ?? []);
    return this.steps.take({ legIds }, (transfers, { now, routing }) => {
      const byLeg = new Map(
        transfers.flatMap((transfer) => transfer.legSnapshots().map(({ id }) => [id, transfer] as const)),
      );
      return results.map((result): ResultOutcome => {
        const legId = legIdOf(result.end_to_end_id) ?? '';
        const transfer = byLeg.get(legId);
        if (transfer === undefined) return { result, effect: 'unmatched' };
        const leg_status = statusOf(transfer, legId);
        return { result, effect: transfer.recordResult(legId, result, { now, routing, isDecided }), leg_status };
      });
    });
  }
}

function statusOf(transfer: Transfer, legId: string): LegStatus {
  return transfer.legSnapshots().find(({ id }) => id === legId)!.status;
}
