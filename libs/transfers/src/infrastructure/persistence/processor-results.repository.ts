import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ProcessorResults } from '../../application/ports.js';
import type { ReceivedResults } from '../../application/ports.js';
import type { ProcessorResult } from '../../domain/leg.js';

@Injectable()
export class ProcessorResultsRepository extends ProcessorResults {
  constructor(private readonly clock: Clock) {
    super();
  }

  async receive(results: readonly ProcessorResult[]): Promise<ReceivedResults> {
    const received = await this.insert(results, null);
    return { received, reused: received.length < results.length ? await this.reused(results) : new Set() };
  }

  // One that was received before may still be pending: then it is a duplicate by now.
  async receiveApplied(results: readonly ProcessorResult[], now: Date): Promise<void> {
    if (results.length === 0) return;
    const received = await this.insert(results, now);
    if (received.length === results.length || (await this.reused(results)).size === 0) return;
    throw new Error('the processor used the id of a result for another one');
  }

  private insert(results: readonly ProcessorResult[], appliedAt: Date | null): Promise<ReceivedResults['received']> {
    // Field by field: what a bank corrects of an account may stand beside a result, and must not come in here.
    const rows = results.map((result) => ({
      id: newId(),
      processor_result_id: result.processor_result_id,
      end_to_end_id: result.end_to_end_id,
      kind: result.kind,
      network_reason_code: result.network_reason_code,
      trace_number: result.trace_number,
      occurred_at: result.occurred_at,
    }));
    return currentTransaction().query<ReceivedResults['received'][number]>(
      `INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind,
         network_reason_code, trace_number, occurred_at, received_at, applied_at)
       SELECT $1, id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at, $3, $4
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, processor_result_id text, end_to_end_id text, kind text,
         network_reason_code text, trace_number text, occurred_at timestamptz)
       ON CONFLICT ON CONSTRAINT processor_results_unique DO NOTHING RETURNING id, processor_result_id`,
      [workContext.enterpriseId(), JSON.stringify(rows), this.clock.now(), appliedAt],
      'insert-results',
    );
  }

  // A repeated report may differ in time and trace number. A different instruction, kind or code is a different result.
  private async reused(results: readonly ProcessorResult[]): Promise<ReadonlySet<number>> {
    const rows = results.map(({ processor_result_id, end_to_end_id, kind, network_reason_code }, index) => ({
      ...{ index, processor_result_id, end_to_end_id, kind, network_reason_code },
    }));
    const found = await currentTransaction().query<{ index: number }>(
      `SELECT r.index FROM jsonb_to_recordset($2::jsonb)
         AS r(index int, processor_result_id text, end_to_end_id text, kind text, network_reason_code text)
       JOIN transfers.processor_results p ON p.enterprise_id = $1 AND p.processor_result_id = r.processor_result_id
       WHERE (p.end_to_end_id, p.kind, p.network_reason_code)
         IS DISTINCT FROM (r.end_to_end_id, r.kind, r.network_reason_code)`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'find-reused-result-ids',
    );
    return new Set(found.map(({ index }) => index));
  }

  pending(ids: readonly string[]): Promise<(ProcessorResult & { readonly id: string })[]> {
    return currentTransaction().query(
      `SELECT id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at
       FROM transfers.processor_results
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND applied_at IS NULL AND contradictory_at IS NULL
       ORDER BY occurred_at, id`,
      [workContext.enterpriseId(), ids],
      'find-pending-results',
    );
  }

  markApplied(ids: readonly string[], now: Date): Promise<void> {
    return this.mark('applied_at', ids, now);
  }

  markContradictory(ids: readonly string[], now: Date): Promise<void> {
    return this.mark('contradictory_at', ids, now);
  }

  private async mark(column: 'applied_at' | 'contradictory_at', ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    await currentTransaction().query(
      `UPDATE transfers.processor_results SET ${column} = $3 WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids, now],
      `mark-results-${column}`,
    );
  }
}
