import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import type { RecurrenceView } from '../../application/preview-recurrence.js';
import type { OccurrenceView, RunView, ScheduleView } from '../../application/schedule.view.js';
import {
  APPROVAL_STATUSES,
  END_REASONS,
  MISSED,
  OCCURRENCE_STATUSES,
  SCHEDULE_STATUSES,
} from '../../domain/schedule-state.js';
import type {
  EndReason,
  Missed,
  OccurrenceStatus,
  Party,
  ScheduleApproval,
  ScheduleStatus,
  Speed,
} from '../../domain/schedule-state.js';

const METADATA = metadata().schema as ApiPropertyOptions;
const DAY = { type: String, format: 'date', example: '2027-01-29' } as const;
const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;

@ApiSchema({ name: 'ScheduleParty' })
class SchedulePartyResponse implements Party {
  @ApiProperty({ type: String })
  readonly account_reference_id!: string;

  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;

  @ApiPropertyOptional({ type: String })
  readonly statement_display_name?: string;
}

@ApiSchema({ name: 'ScheduleApproval' })
class ScheduleApprovalResponse implements ScheduleApproval {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({
    type: String,
    enum: APPROVAL_STATUSES,
    description: '`withdrawn`: the schedule ended before it was decided',
  })
  readonly status!: ScheduleApproval['status'];
}

@ApiSchema({ name: 'ScheduleRuns' })
class ScheduleRunsResponse {
  @ApiProperty({ type: 'integer', description: 'Dates whose transfer was made' })
  readonly made!: number;

  @ApiProperty({ type: 'integer', description: 'Dates whose transfer was refused' })
  readonly failed!: number;

  @ApiProperty({ type: 'integer', description: 'Dates that were missed, in a pause, or before the approval' })
  readonly skipped!: number;
}

@ApiSchema({ name: 'ScheduleRun' })
class ScheduleRunResponse implements RunView {
  @ApiProperty({ ...DAY, description: 'The date by the rule' })
  readonly occurrence_date!: string;

  @ApiProperty({ type: String, enum: OCCURRENCE_STATUSES })
  readonly status!: OccurrenceStatus;

  @ApiPropertyOptional({ ...ID, description: 'With `made`: the transfer' })
  readonly transfer_id?: string;

  @ApiPropertyOptional({ type: String, description: 'With `refused`: the error code of `POST /deliver/transfers`' })
  readonly error_code?: string;
}

class ScheduleDetailsResponse implements ScheduleView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly schedule_reference_id!: string;

  @ApiProperty({ type: 'integer', description: 'Cents', example: 12_500 })
  readonly amount!: number;

  @ApiProperty({ type: String, enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty({ type: String, enum: ['standard', 'same_day', 'asap'] })
  readonly speed!: Speed;

  @ApiPropertyOptional({ type: SchedulePartyResponse })
  readonly source?: Party;

  @ApiPropertyOptional({ type: SchedulePartyResponse })
  readonly destination?: Party;

  @ApiPropertyOptional({ type: String })
  readonly account_statement_descriptor?: string;

  @ApiPropertyOptional(METADATA)
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;

  @ApiPropertyOptional({ type: String, description: 'Whose money its transfers move' })
  readonly subledger_reference_id?: string;

  @ApiProperty(DAY)
  readonly start_date!: string;

  @ApiProperty({ type: String, example: 'FREQ=MONTHLY;BYMONTHDAY=-1' })
  readonly recurrence!: string;

  @ApiProperty({ type: String, example: 'Monthly on the last day' })
  readonly rrule_readable!: string;

  @ApiProperty({ type: String, enum: MISSED })
  readonly missed!: Missed;

  @ApiProperty({ type: 'integer', description: 'Failures in a row that end the schedule; 0: none' })
  readonly end_on_failures!: number;

  @ApiProperty({ type: String, enum: SCHEDULE_STATUSES })
  readonly status!: ScheduleStatus;

  @ApiProperty({
    ...DAY,
    description: 'The day of the next payment, moved to a banking day. Once none is left, the day of the last one',
  })
  readonly next_payment_date!: string;

  @ApiPropertyOptional(TIME)
  readonly paused_at?: string;

  @ApiPropertyOptional(TIME)
  readonly ended_at?: string;

  @ApiPropertyOptional({
    type: String,
    enum: END_REASONS,
    description:
      '`completed`: no date is left · `deleted` · `failures`: by `end_on_failures` · the others: it was not approved',
  })
  readonly end_reason?: EndReason;

  @ApiPropertyOptional({
    type: ScheduleApprovalResponse,
    description:
      'The approval that the schedule needed. While it is `pending`, the schedule is inactive and skips its dates',
  })
  readonly approval?: ScheduleApproval;

  @ApiProperty({ type: ScheduleRunsResponse })
  readonly runs!: ScheduleRunsResponse;

  @ApiPropertyOptional({ type: ScheduleRunResponse })
  readonly last_run?: RunView;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class ScheduleResponse {
  @ApiProperty({ type: ScheduleDetailsResponse })
  readonly schedule!: ScheduleView;
}

export class SchedulesResponse {
  @ApiProperty({ type: [ScheduleDetailsResponse] })
  readonly schedules!: readonly ScheduleView[];
}

@ApiSchema({ name: 'Occurrence' })
class OccurrenceResponse extends ScheduleRunResponse implements OccurrenceView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ ...DAY, description: 'The day on which it was due' })
  readonly payment_date!: string;

  @ApiProperty(TIME)
  readonly created_at!: string;
}

export class OccurrencesResponse {
  @ApiProperty({ type: [OccurrenceResponse] })
  readonly occurrences!: readonly OccurrenceView[];
}

export class RecurrenceResponse implements RecurrenceView {
  @ApiProperty(DAY)
  readonly start_date!: string;

  @ApiProperty({ type: String })
  readonly recurrence!: string;

  @ApiProperty({ type: String, description: 'The rule as it is understood', example: 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR' })
  readonly rrule_string!: string;

  @ApiProperty({ type: String, example: 'Weekly on Monday and Friday' })
  readonly rrule_readable!: string;

  @ApiProperty({
    type: [String],
    description: 'The first dates of the rule, before they move to banking days',
    example: ['2027-01-04', '2027-01-08'],
  })
  readonly occurrences!: readonly string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'With a `speed`: the day on which each of them is paid, moved to a banking day',
    example: ['2027-01-04', '2027-01-08'],
  })
  readonly payment_dates?: readonly string[];
}
