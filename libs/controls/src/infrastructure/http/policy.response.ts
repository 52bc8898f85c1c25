import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PENDING_CHANGE } from '@payments/http';
import type { PendingApproval } from '@payments/persistence';
import { approverRoles, conditionFields, conditionOperators, policySubjects } from '../../domain/policy.js';
import type { PolicyTrial } from '../../application/try-policies.js';
import type { Approvers, Condition, Policy, PolicyContent, PolicySubject } from '../../domain/policy.js';
import { conditionValue } from './policy.dto.js';

export interface PolicyView extends PolicyContent {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

@ApiSchema({ name: 'PolicyCondition' })
class ConditionResponse {
  @ApiProperty({ type: String, enum: conditionFields })
  readonly field!: Condition['field'];

  @ApiProperty({ type: String, enum: conditionOperators })
  readonly operator!: Condition['operator'];

  @ApiProperty(conditionValue)
  readonly value!: unknown;
}

@ApiSchema({ name: 'PolicyApprovers' })
class ApproversResponse implements Approvers {
  @ApiPropertyOptional({ type: [String], enum: approverRoles })
  readonly roles?: NonNullable<Approvers['roles']>;

  @ApiPropertyOptional({ type: [String] })
  readonly users?: readonly string[];
}

@ApiSchema({ name: 'Policy' })
class PolicyDetailsResponse implements PolicyView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, example: 'Payouts from $10,000' })
  readonly name!: string;

  @ApiProperty({ type: [String], enum: policySubjects })
  readonly applies_to!: readonly PolicySubject[];

  @ApiProperty({ type: [ConditionResponse], description: 'All must be true' })
  readonly conditions!: readonly Condition[];

  @ApiProperty({ type: 'integer', description: 'How many different users must approve' })
  readonly required!: number;

  @ApiProperty({ type: ApproversResponse, description: 'Users with one of these roles, or these users' })
  readonly approvers!: Approvers;

  @ApiProperty({ type: 'integer', description: 'Of banking time' })
  readonly expires_after_hours!: number;

  @ApiProperty({ type: Boolean, description: 'Whether an approver needs a second factor of the last 15 minutes' })
  readonly step_up!: boolean;

  @ApiProperty({ type: Boolean })
  readonly enabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'Counts the changes' })
  readonly version!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty({ type: String, description: 'The name of the user' })
  readonly updated_by!: string;
}

export class PolicyResponse {
  @ApiProperty({ type: PolicyDetailsResponse })
  readonly policy!: PolicyView;
}

export class ChangedPolicyResponse extends PolicyResponse {
  @ApiProperty(PENDING_CHANGE)
  readonly approval?: PendingApproval;
}

export class PoliciesResponse {
  @ApiProperty({ type: [PolicyDetailsResponse] })
  readonly policies!: readonly PolicyView[];
}

export function toPolicyView({ created_at, updated_at, ...rest }: Policy): PolicyView {
  return { ...rest, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

@ApiSchema({ name: 'PolicyMatch' })
class MatchResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, example: 'payout-0001' })
  readonly transfer_reference_id!: string;

  @ApiProperty({ type: 'integer', description: 'Cents' })
  readonly amount!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly created_at!: string;
}

@ApiSchema({ name: 'PolicyDryRun' })
class DryRunResponse {
  @ApiProperty({ type: String, format: 'date-time', description: 'Of the oldest transfers that were looked at' })
  readonly start_time!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly end_time!: string;

  @ApiProperty({ type: 'integer', description: 'How many transfers were looked at' })
  readonly transfers!: number;

  @ApiProperty({ type: 'integer', description: 'How many of them the policy would have held' })
  readonly matched!: number;

  @ApiProperty({ type: 'integer', description: 'Cents of those that it would have held' })
  readonly matched_amount!: number;

  @ApiProperty({ type: [MatchResponse], description: 'Up to 20 of those that it would have held, the newest first' })
  readonly examples!: readonly MatchResponse[];
}

export class PolicyDryRunResponse {
  @ApiProperty({ type: DryRunResponse })
  readonly dry_run!: DryRunResponse;
}

export function toDryRunView({
  start_time,
  end_time,
  matched_amount,
  examples,
  ...counts
}: PolicyTrial): DryRunResponse {
  return {
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
    ...counts,
    matched_amount: Number(matched_amount),
    examples: examples.map(({ id, transfer_reference_id, amount, created_at }) => ({
      ...{ id, transfer_reference_id, amount: Number(amount), created_at: created_at.toISOString() },
    })),
  };
}
