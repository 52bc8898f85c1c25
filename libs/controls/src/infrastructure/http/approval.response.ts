import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DETAIL_FIELDS } from '../../application/approval.view.js';
import type {
  AccountDetailsView,
  ApprovalAccountView,
  ApprovalPolicyView,
  ApprovalView,
  DecisionView,
} from '../../application/approval.view.js';
import type { DecisionOutcome } from '../../application/decide-approvals.js';
import { approvalStatuses, approvalSubjects, verdicts } from '../../domain/approval.js';
import type { ApprovalStatus, ApprovalSubjectType, Verdict } from '../../domain/approval.js';

@ApiSchema({ name: 'ApprovalPolicy' })
class ApprovalPolicyResponse implements ApprovalPolicyView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly name!: string;

  @ApiProperty({ type: 'integer', description: 'How many users must approve' })
  readonly required!: number;

  @ApiProperty({ type: 'integer', description: 'How many have approved' })
  readonly given!: number;
}

@ApiSchema({ name: 'ApprovalDecision' })
class DecisionResponse implements DecisionView {
  @ApiProperty({ type: String, description: 'The name of the user' })
  readonly user!: string;

  @ApiProperty({ type: String, enum: verdicts })
  readonly decision!: Verdict;

  @ApiPropertyOptional({ type: String })
  readonly comment?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly decided_at!: string;
}

@ApiSchema({ name: 'ApprovalAccountDetails' })
class AccountDetailsResponse implements AccountDetailsView {
  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;

  @ApiProperty({ type: String, enum: ['person', 'business', 'enterprise'] })
  readonly customer_resource_type!: AccountDetailsView['customer_resource_type'];

  @ApiProperty({ type: String })
  readonly account_holder_name!: string;

  @ApiProperty({ type: String, enum: ['checking', 'savings'] })
  readonly account_type!: AccountDetailsView['account_type'];

  @ApiProperty({ type: String })
  readonly routing_number!: string;

  @ApiPropertyOptional({ type: String, description: 'From the FedACH directory, if one is loaded that has the bank' })
  readonly bank_name?: string;

  @ApiProperty({ type: String, description: 'The last four digits', example: '*****6789' })
  readonly account_number!: string;

  @ApiProperty({ type: String, description: 'Equal for equal account numbers, whatever their last four digits' })
  readonly fingerprint!: string;

  @ApiProperty({ type: 'integer', description: 'Counts the changes of the details' })
  readonly details_version!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly changed_at!: string;

  @ApiPropertyOptional({ type: String, description: 'The client id or the name of the portal user' })
  readonly changed_by?: string;
}

@ApiSchema({ name: 'ApprovalAccount' })
class ApprovalAccountResponse implements ApprovalAccountView {
  @ApiProperty({ type: String, enum: ['source', 'destination'] })
  readonly side!: ApprovalAccountView['side'];

  @ApiProperty({ type: String, format: 'uuid' })
  readonly account_id!: string;

  @ApiProperty({ type: String, enum: ['created', 'verified', 'rejected', 'restricted', 'closed'] })
  readonly status!: string;

  @ApiProperty({
    type: String,
    isArray: true,
    enum: DETAIL_FIELDS,
    description: 'Which details are not those of the `subject` any more. The `subject` is what is paid.',
  })
  readonly differences!: ApprovalAccountView['differences'];

  @ApiProperty({ type: AccountDetailsResponse, description: 'The details as they are now' })
  readonly current!: AccountDetailsView;

  @ApiProperty({
    type: [AccountDetailsResponse],
    description: 'The versions of the details of the last 30 days, newest first, at most 20',
  })
  readonly recent_changes!: readonly AccountDetailsView[];
}

@ApiSchema({ name: 'Approval' })
class ApprovalDetailsResponse implements ApprovalView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, enum: approvalSubjects })
  readonly subject_type!: ApprovalSubjectType;

  @ApiProperty({ type: String, format: 'uuid' })
  readonly subject_id!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'What is approved: everything that decides who gets how much, from whom, and how. A party has the details of its account that are paid: holder, routing number, bank, type, the last four digits, and the `fingerprint` of the whole number.',
  })
  readonly subject!: ApprovalView['subject'];

  @ApiPropertyOptional({
    type: [ApprovalAccountResponse],
    description: 'While it is pending: the accounts of the subject as they are now',
  })
  readonly accounts?: readonly ApprovalAccountView[];

  @ApiProperty({ type: String, description: 'Identifies the subject: SHA-256 of its JSON with sorted keys, base64url' })
  readonly digest!: string;

  @ApiProperty({ type: String, enum: approvalStatuses })
  readonly status!: ApprovalStatus;

  @ApiProperty({ type: [ApprovalPolicyResponse], description: 'The policies as they were; each must be satisfied' })
  readonly policies!: readonly ApprovalPolicyView[];

  @ApiProperty({ type: [DecisionResponse] })
  readonly decisions!: readonly DecisionView[];

  @ApiPropertyOptional({
    type: String,
    description: 'The client id or the name of the portal user who made the subject',
  })
  readonly requested_by?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly requested_at!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'Banking time' })
  readonly expires_at!: string;

  @ApiPropertyOptional({ type: String, format: 'date-time' })
  readonly decided_at?: string;
}

export class ApprovalResponse {
  @ApiProperty({ type: ApprovalDetailsResponse })
  readonly approval!: ApprovalView;
}

export class ApprovalsResponse {
  @ApiProperty({ type: [ApprovalDetailsResponse] })
  readonly approvals!: readonly ApprovalView[];
}

@ApiSchema({ name: 'DecisionOutcome' })
class DecisionOutcomeResponse implements DecisionOutcome {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, enum: ['decided', 'refused'] })
  readonly outcome!: DecisionOutcome['outcome'];

  @ApiPropertyOptional({ type: String, description: 'Of a refused decision' })
  readonly error_code?: string;
}

export class DecisionsResponse {
  @ApiProperty({ type: [DecisionOutcomeResponse], description: 'In the order of the items' })
  readonly results!: readonly DecisionOutcome[];
}
