import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { HealthView } from '../../application/get-health.js';
import { MOST_BREAKS } from '../../application/get-reconciliation.js';
import type { BreakCount, DueTasks, EndpointFigures } from '../../application/operations.js';
import { MOST_COUNTED } from '../../application/ports.js';
import { degradedReasons, LATE_SECONDS } from '../../domain/degradation.table.js';
import type { DegradedReason } from '../../domain/degradation.table.js';
import type { BatchLegView, BatchView, BreakView, LegSummaryView, ReconciliationView } from './operations.view.js';

const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };
const ID = { type: String, format: 'uuid' };
const CENTS = { type: 'integer', minimum: 0, example: 12_500 } as const;
const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;
const COUNTED = { ...COUNT, maximum: MOST_COUNTED } as const;
const OR_MORE = `${MOST_COUNTED} stands for that or more`;

@ApiSchema({ name: 'DueTasks' })
class DueTasksResponse implements DueTasks {
  @ApiProperty({ type: String, example: 'processor-submissions' })
  readonly queue!: string;

  @ApiProperty({ ...COUNTED, description: OR_MORE })
  readonly due!: number;

  @ApiProperty({ ...COUNT, description: 'How long the oldest one has been due' })
  readonly oldest_due_seconds!: number;
}

@ApiSchema({ name: 'EndpointFigures' })
class EndpointFiguresResponse implements EndpointFigures {
  @ApiProperty(ID)
  readonly configuration_id!: string;

  @ApiProperty({ ...COUNTED, description: 'Of the last 24 hours, the newest ones' })
  readonly attempted_count!: number;

  @ApiProperty({ ...COUNTED, description: 'Those that the endpoint accepted' })
  readonly delivered_count!: number;

  @ApiProperty({ ...COUNT, description: 'Milliseconds that 95% of the attempts did not exceed' })
  readonly p95_ms!: number;
}

@ApiSchema({ name: 'EndpointCounts' })
class EndpointCountsResponse {
  @ApiProperty({ ...COUNTED, description: 'Enabled webhook configurations' })
  readonly enabled!: number;

  @ApiProperty({ ...COUNTED, description: 'Those whose last attempt failed' })
  readonly failing!: number;

  @ApiProperty({ type: [EndpointFiguresResponse], description: 'Endpoints without an attempt are left out' })
  readonly figures!: readonly EndpointFigures[];
}

@ApiSchema({ name: 'EnterpriseHealth' })
class HealthDetailsResponse implements HealthView {
  @ApiProperty({ enum: ['ok', 'degraded'] })
  readonly status!: HealthView['status'];

  @ApiProperty({
    enum: degradedReasons,
    isArray: true,
    description: `Why it is degraded, the worst first. \`late_tasks\`: work has been due for ${LATE_SECONDS} seconds. \`dead_letters\`: work that the operator must redrive. \`invariant_violations\`: records that contradict each other.`,
  })
  readonly reasons!: readonly DegradedReason[];

  @ApiProperty({ type: [DueTasksResponse], description: 'Queues without due work are left out' })
  readonly queues!: readonly DueTasks[];

  @ApiProperty({ ...COUNTED, description: 'Tasks that the operator must redrive' })
  readonly dead_letters!: number;

  @ApiProperty({ ...COUNTED, description: 'Records that contradict each other, as the last check found' })
  readonly violations!: number;

  @ApiPropertyOptional({ type: EndpointCountsResponse, description: 'With the scope `read:webhook-configurations`' })
  readonly endpoints?: EndpointCountsResponse;

  @ApiPropertyOptional({ ...COUNTED, description: 'Differences with the bank, with the scope `read:ledger`' })
  readonly open_breaks?: number;
}

export class HealthResponse {
  @ApiProperty({ type: HealthDetailsResponse })
  readonly health!: HealthView;
}

@ApiSchema({ name: 'LegSummary' })
class LegSummaryResponse implements LegSummaryView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty(ID)
  readonly transfer_id!: string;

  @ApiProperty({ enum: ['source', 'destination'] })
  readonly side!: string;

  @ApiProperty({ type: String, example: 'ach' })
  readonly rail!: string;

  @ApiProperty({ ...CENTS, description: 'Cents' })
  readonly amount!: number;

  @ApiProperty({ type: String, example: 'settled' })
  readonly status!: string;
}

@ApiSchema({ name: 'ReconciliationBreak' })
class BreakResponse implements BreakView {
  @ApiProperty({ type: String })
  readonly end_to_end_id!: string;

  @ApiProperty({
    type: String,
    example: 'late',
    description:
      '`missing`: the bank does not have it. `extra`: it was never sent. `amount`: another amount, side or rail. `duplicate`: the bank has it twice. `late`: not settled a day after it was due. `status`: another end. `contradictory`: a result contradicts an earlier one.',
  })
  readonly kind!: string;

  @ApiProperty({ type: String, description: 'What the own records say' })
  readonly own!: string;

  @ApiProperty({ type: String, description: 'What the bank says' })
  readonly reported!: string;

  @ApiProperty({ ...TIME, description: 'The banking time that it belongs to' })
  readonly banking_at!: string;

  @ApiProperty(TIME)
  readonly first_seen_at!: string;

  @ApiProperty(TIME)
  readonly last_seen_at!: string;

  @ApiPropertyOptional({ type: LegSummaryResponse, description: 'Left out if no leg has this id now' })
  readonly leg?: LegSummaryView;
}

@ApiSchema({ name: 'BreakCount' })
class BreakCountResponse implements BreakCount {
  @ApiProperty({ type: String, example: 'late' })
  readonly kind!: string;

  @ApiProperty(COUNTED)
  readonly count!: number;
}

@ApiSchema({ name: 'Reconciliation' })
class ReconciliationDetailsResponse implements ReconciliationView {
  @ApiPropertyOptional({ ...TIME, description: 'When the last comparison ended; left out before the first' })
  readonly compared_at?: string;

  @ApiProperty({ type: [BreakCountResponse], description: `By kind, of the first ${MOST_COUNTED} differences` })
  readonly counts!: readonly BreakCount[];

  @ApiProperty({ type: [BreakResponse], description: `The oldest ${MOST_BREAKS}` })
  readonly breaks!: readonly BreakView[];
}

export class ReconciliationResponse {
  @ApiProperty({ type: ReconciliationDetailsResponse })
  readonly reconciliation!: ReconciliationView;
}

@ApiSchema({ name: 'Batch' })
class BatchSummaryResponse implements BatchView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: [String], example: ['ach'] })
  readonly rails!: readonly string[];

  @ApiProperty({ ...TIME, description: 'The window, in banking time; the last one if there are several' })
  readonly window_at!: string;

  @ApiProperty({ ...TIME, description: 'When it was handed over' })
  readonly handed_over_at!: string;

  @ApiProperty({ ...COUNT, description: 'Its debits and credits. Each is one of the following counts' })
  readonly legs!: number;

  @ApiProperty({ ...CENTS, description: 'The sum of its credits to accounts, in cents' })
  readonly amount_out!: number;

  @ApiProperty({ ...CENTS, description: 'The sum of its debits from accounts, in cents' })
  readonly amount_in!: number;

  @ApiProperty({ ...COUNT, description: 'The bank has not answered yet' })
  readonly submitted!: number;

  @ApiProperty({ ...COUNT, description: 'Accepted and not settled yet' })
  readonly accepted!: number;

  @ApiProperty(COUNT)
  readonly settled!: number;

  @ApiProperty(COUNT)
  readonly returned!: number;

  @ApiProperty(COUNT)
  readonly rejected!: number;
}

export class BatchesResponse {
  @ApiProperty({ type: [BatchSummaryResponse] })
  readonly batches!: readonly BatchView[];
}

@ApiSchema({ name: 'BatchEntry' })
class BatchEntryResponse extends LegSummaryResponse implements BatchLegView {
  @ApiProperty({ type: String })
  readonly end_to_end_id!: string;

  @ApiProperty({ ...TIME, description: 'The window, in banking time' })
  readonly window_at!: string;

  @ApiPropertyOptional({ type: String, format: 'date', example: '2026-02-03' })
  readonly effective_date?: string;

  @ApiPropertyOptional({ type: String, example: '021000020000001' })
  readonly trace_number?: string;
}

@ApiSchema({ name: 'BatchWithEntries' })
class BatchDetailsResponse extends BatchSummaryResponse {
  @ApiProperty({ type: [BatchEntryResponse] })
  readonly entries!: readonly BatchLegView[];
}

export class BatchResponse {
  @ApiProperty({ type: BatchDetailsResponse })
  readonly batch!: BatchDetailsResponse;
}
