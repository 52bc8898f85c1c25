import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, isAny } from '@payments/persistence';
import { ProcessorResults } from '../../application/ports.js';
import type { OpenProcessorResult, ReceivedResults } from '../../application/ports.js';
import type { ProcessorResult } from '../../domain/leg.js';

interface ResultRow extends Omit<ProcessorResult, 'retimed' | 'reason_text'> {
  readonly id: string;
  readonly reason_text: string | null;
  readonly retimed_effective_date: string | null;
  readonly retimed_settles_at: Date | null;
}

// What a repeated report has in common with the first: only its time and trace number may differ.
function contentOf({ processor_result_id, end_to_end_id, kind, network_reason_code, retimed }: ProcessorResult) {
  return {
    ...{ processor_result_id, end_to_end_id, kind, network_reason_code },
    retimed_effective_date: retimed?.effective_date ?? null,
    retimed_settles_at: retimed?.settles_at ?? null,
  };
}

const RESULT_COLUMNS = `id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at,
  retimed_effective_date, retimed_settles_at, reason_text`;

function toResult({
  retimed_effective_date: effective_date,
  retimed_settles_at: settles_at,
  reason_text,
  ...others
}: ResultRow): ProcessorResult & { readonly id: string } {
  const result = reason_text === null ? others : { ...others, reason_text };
  return effective_date === null || settles_at === null
    ? result
    : { ...result, retimed: { effective_date, settles_at } };
}

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
      ...contentOf(result),
      trace_number: result.trace_number,
      reason_text: result.reason_text ?? null,
      occurred_at: result.occurred_at,
    }));
    return currentTransaction().query<ReceivedResults['received'][number]>(
      `INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind,
         network_reason_code, trace_number, occurred_at, retimed_effective_date, retimed_settles_at, received_at,
         applied_at, reason_text)
       SELECT $1, id, processor_result_id, end_to_end_id, kind, network_reason_code, trace_number, occurred_at,
         retimed_effective_date, retimed_settles_at, $3, $4, reason_text
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, processor_result_id text, end_to_end_id text, kind text,
         network_reason_code text, trace_number text, occurred_at timestamptz,
         retimed_effective_date text, retimed_settles_at timestamptz, reason_text text)
       ON CONFLICT ON CONSTRAINT processor_results_unique DO NOTHING RETURNING id, processor_result_id`,
      [workContext.enterpriseId(), JSON.stringify(rows), this.clock.now(), appliedAt],
      'insert-results',
    );
  }

  private async reused(results: readonly ProcessorResult[]): Promise<ReadonlySet<number>> {
    const rows = results.map((result, index) => ({ index, ...contentOf(result) }));
    const found = await currentTransaction().query<{ index: number }>(
      `SELECT r.index FROM jsonb_to_recordset($2::jsonb)
         AS r(index int, processor_result_id text, end_to_end_id text, kind text, network_reason_code text,
           retimed_effective_date text, retimed_settles_at timestamptz)
       JOIN transfers.processor_results p ON p.enterprise_id = $1 AND p.processor_result_id = r.processor_result_id
       WHERE ${isAny('r.index', 'int')} AND (p.end_to_end_id, p.kind, p.network_reason_code, p.retimed_effective_date, p.retimed_settles_at)
         IS DISTINCT FROM (r.end_to_end_id, r.kind, r.network_reason_code, r.retimed_effective_date, r.retimed_settles_at)`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'find-reused-result-ids',
    );
    return new Set(found.map(({ index }) => index));
  }

  async pending(ids: readonly string[]): Promise<(ProcessorResult & { readonly id: string })[]> {
    const rows = await currentTransaction().query<ResultRow>(
      `SELECT ${RESULT_COLUMNS} FROM transfers.processor_results
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND applied_at IS NULL AND contradictory_at IS NULL
       ORDER BY occurred_at, id`,
      [workContext.enterpriseId(), ids],
      'find-pending-results',
    );
    return rows.map(toResult);
  }

  async lockOpen(id: string): Promise<OpenProcessorResult | undefined> {
    const [row] = await currentTransaction().query<ResultRow & { readonly apply_requested_by: string | null }>(
      `SELECT ${RESULT_COLUMNS}, apply_requested_by FROM transfers.processor_results
       WHERE enterprise_id = $1 AND id = $2 AND contradictory_at IS NOT NULL AND applied_at IS NULL
         AND dismissed_at IS NULL FOR UPDATE`,
      [workContext.enterpriseId(), id],
    );
    if (row === undefined) return undefined;
    const { apply_requested_by, ...result } = row;
    return { result: toResult(result), apply_requested_by };
  }

  async requestApplication(id: string, requestedBy: string): Promise<void> {
    await currentTransaction().query(
      `UPDATE transfers.processor_results SET apply_requested_by = $3 WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, requestedBy],
    );
  }

  markApplied(ids: readonly string[], now: Date): Promise<void> {
    return this.mark('applied_at', ids, now);
  }

  markContradictory(ids: readonly string[], now: Date): Promise<void> {
    return this.mark('contradictory_at', ids, now);
  }

  async markEarly(ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    await currentTransaction().query(
      `UPDATE transfers.processor_results SET contradictory_at = $3, is_early = true
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids, now],
      'mark-early-results',
    );
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
