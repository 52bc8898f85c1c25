import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { OperationsReader } from '../../application/operations.js';
import type {
  Batch,
  BatchLeg,
  BatchRequest,
  BreakCount,
  EndpointFigures,
  LegSummary,
  OpenBreak,
  ReconciliationState,
  WorkState,
} from '../../application/operations.js';
import {
  BATCH,
  BATCHES,
  BATCH_LEGS,
  BREAK_COUNTS,
  BREAKS,
  COMPARED,
  ENDPOINTS,
  WORK,
} from './operations-statements.js';

// Amounts come as text, because they may be larger than what JSON keeps.
type Row<State extends object> = {
  readonly [Column in keyof State]-?: State[Column] extends bigint
    ? string
    : undefined extends State[Column]
      ? Exclude<State[Column], undefined> | null
      : State[Column];
};
type BreakRow = Omit<OpenBreak, 'leg'> & { readonly leg: Row<LegSummary> | null };

/** Follows every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class PostgresOperationsReader extends OperationsReader {
  async work(now: Date): Promise<WorkState> {
    const [row] = await this.read<WorkState>(WORK, [now], 'enterprise-health');
    return row!;
  }

  endpoints(since: Date, most: number): Promise<readonly EndpointFigures[]> {
    return this.read<EndpointFigures>(ENDPOINTS, [since, most], 'endpoint-figures');
  }

  async reconciliation(most: number): Promise<ReconciliationState> {
    const [breaks, counts, [run]] = await Promise.all([
      this.read<BreakRow>(BREAKS, [most], 'open-breaks'),
      this.read<BreakCount>(BREAK_COUNTS, [], 'count-open-breaks'),
      this.read<{ readonly finished_at: Date | null }>(COMPARED, [], 'last-reconciliation'),
    ]);
    return {
      ...(run?.finished_at && { compared_at: run.finished_at }),
      counts,
      breaks: breaks.map(({ leg, ...rest }) => ({
        ...rest,
        ...(leg && { leg: { ...leg, amount: BigInt(leg.amount) } }),
      })),
    };
  }

  async batches(request: BatchRequest): Promise<Page<Batch>> {
    const { limit, offset } = limitOffset(request);
    const rows = await this.read<Row<Batch>>(BATCHES, [request.after ?? LAST_ID, limit, offset], 'list-batches');
    return pageOf(rows.map(toBatch), request);
  }

  async batch(id: string): Promise<Batch | undefined> {
    const [row] = await this.read<Row<Batch>>(BATCH, [id], 'find-batch');
    return row && toBatch(row);
  }

  async batchLegs(id: string): Promise<readonly BatchLeg[]> {
    const rows = await this.read<Row<BatchLeg>>(BATCH_LEGS, [id], 'list-batch-legs');
    return rows.map(({ amount, effective_date, trace_number, ...rest }) => ({
      ...rest,
      amount: BigInt(amount),
      ...(effective_date !== null && { effective_date }),
      ...(trace_number !== null && { trace_number }),
    }));
  }

  private read<Found>(sql: string, values: readonly unknown[], name: string): Promise<Found[]> {
    return currentTransaction().query<Found>(sql, [workContext.enterpriseId(), ...values], name);
  }
}

function toBatch({ amount_out, amount_in, ...rest }: Row<Batch>): Batch {
  return { ...rest, amount_out: BigInt(amount_out), amount_in: BigInt(amount_in) };
}
