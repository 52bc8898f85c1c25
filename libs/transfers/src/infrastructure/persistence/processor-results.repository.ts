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

  async receive(results: readonly ProcessorResult[]): Promise<string[]> {
    const rows = results.map((result) => ({ id: newId(), ...result }));
    const stored = await currentTransaction().query<{ id: string }>(
      `INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind,
         network_reason_code, trace_number, occurred_at, received_at)
       SELECT $1, id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at, $3
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, processor_result_id text, end_to_end_id text, kind text,
         network_reason_code text, trace_number text, occurred_at timestamptz)
       ON CONFLICT ON CONSTRAINT processor_results_once DO NOTHING RETURNING id`,
      [workContext.tenant().enterpriseId, JSON.stringify(rows), this.clock.now()],
      'receive-results',
    );
    return stored.map(({ id }) => id);
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
