import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { currentTransaction, workContext } from '@payments/platform';
import { ProcessorResults } from '../../application/ports.js';
import type { ProcessorResult } from '../../domain/leg.js';

@Injectable()
export class ProcessorResultsRepository extends ProcessorResults {
  constructor(private readonly clock: Clock) {
    super();
  }

  receive(results: readonly ProcessorResult[]): Promise<{ id: string; processor_result_id: string }[]> {
    // Field by field: what a bank corrects of an account may stand beside a result, and must not come in here.
    const rows = results.map((told) => ({
      id: newId(),
      processor_result_id: told.processor_result_id,
      end_to_end_id: told.end_to_end_id,
      kind: told.kind,
      network_reason_code: told.network_reason_code,
      trace_number: told.trace_number,
      occurred_at: told.occurred_at,
    }));
    return currentTransaction().query(
      `INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind,
         network_reason_code, trace_number, occurred_at, received_at)
       SELECT $1, id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at, $3
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, processor_result_id text, end_to_end_id text, kind text,
         network_reason_code text, trace_number text, occurred_at timestamptz)
       ON CONFLICT ON CONSTRAINT processor_results_once DO NOTHING RETURNING id, processor_result_id`,
      [workContext.tenant().enterpriseId, JSON.stringify(rows), this.clock.now()],
      'receive-results',
    );
  }

  pending(ids: readonly string[]): Promise<(ProcessorResult & { readonly id: string })[]> {
    return currentTransaction().query(
      `SELECT id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at
       FROM transfers.processor_results
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND applied_at IS NULL ORDER BY occurred_at, id`,
      [workContext.tenant().enterpriseId, ids],
      'pending-results',
    );
  }

  async markApplied(ids: readonly string[], now: Date): Promise<void> {
    await currentTransaction().query(
      `UPDATE transfers.processor_results SET applied_at = $3 WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.tenant().enterpriseId, ids, now],
      'mark-results-applied',
    );
  }
}
