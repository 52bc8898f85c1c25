import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PENDING_CHANGE } from '@payments/http';
import type { PendingApproval } from '@payments/persistence';
import type { UsedLimit } from '../../application/read-limits.js';
import { limitActions, limitDirections, limitSubjects, limitWindows } from '../../domain/limit.js';
import type { Limit, LimitAction, LimitDirection, LimitSubject, LimitWindow } from '../../domain/limit.js';

const TIME = { type: String, format: 'date-time' } as const;

class LimitFields {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, example: 'Payouts of a day' })
  readonly name!: string;

  @ApiProperty({ type: String, enum: limitSubjects, description: 'Whose transfers are counted together' })
  readonly per!: LimitSubject;

  @ApiPropertyOptional({ type: String, description: 'Whom it is for. Without it, each has the limit of its own' })
  readonly who?: string;

  @ApiProperty({ type: String, enum: limitDirections })
  readonly direction!: LimitDirection;

  @ApiProperty({ type: String, enum: limitWindows })
  readonly window!: LimitWindow;

  @ApiPropertyOptional({ type: 'integer', description: 'Cents' })
  readonly max_amount?: number;

  @ApiPropertyOptional({ type: 'integer' })
  readonly max_count?: number;

  @ApiProperty({ type: String, enum: limitActions })
  readonly action!: LimitAction;

  @ApiProperty({ ...TIME, description: 'What was paid before does not count' })
  readonly counts_from!: string;
}

@ApiSchema({ name: 'Limit' })
class LimitDetailsResponse extends LimitFields {
  @ApiProperty({ type: Boolean })
  readonly enabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'Counts the changes' })
  readonly version!: number;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;

  @ApiProperty({ type: String, description: 'The name of the user' })
  readonly updated_by!: string;
}

@ApiSchema({ name: 'UsedLimit' })
class UsedLimitResponse extends LimitFields {
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cents. Absent where several subjects have the limit of their own',
  })
  readonly used_amount?: number;

  @ApiPropertyOptional({ type: 'integer' })
  readonly used_count?: number;

  @ApiPropertyOptional({ ...TIME, description: 'Banking time at which the first of what is used counts no longer' })
  readonly resets_at?: string;
}

export class LimitResponse {
  @ApiProperty({ type: LimitDetailsResponse })
  readonly limit!: LimitDetailsResponse;
}

export class ChangedLimitResponse extends LimitResponse {
  @ApiProperty(PENDING_CHANGE)
  readonly approval?: PendingApproval;
}

export class LimitsResponse {
  @ApiProperty({ type: [LimitDetailsResponse] })
  readonly limits!: readonly LimitDetailsResponse[];
}

export class UsedLimitsResponse {
  @ApiProperty({ type: [UsedLimitResponse] })
  readonly limits!: readonly UsedLimitResponse[];
}

export function toLimitView(limit: Limit): LimitDetailsResponse {
  const { enabled, version, created_at, updated_at, updated_by } = limit;
  return {
    ...fieldsOf(limit),
    ...{ enabled, version, updated_by },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function toUsedLimitView({ limit, usage }: UsedLimit): UsedLimitResponse {
  return {
    ...fieldsOf(limit),
    ...(usage && { used_amount: Number(usage.amount), used_count: usage.count }),
    ...(usage?.resetsAt && { resets_at: usage.resetsAt.toISOString() }),
  };
}

function fieldsOf(limit: Limit): LimitFields {
  const { id, name, per, who, direction, window, max_amount, max_count, action, counts_from } = limit;
  return {
    ...{ id, name, per, direction, window, action },
    ...(who !== null && { who }),
    ...(max_amount !== null && { max_amount }),
    ...(max_count !== null && { max_count }),
    counts_from: counts_from.toISOString(),
  };
}
