import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PaidAccountResponse } from '@payments/transfers';
import type { ApprovalPolicyView, ApprovalView, DecisionView } from '../../application/approval.view.js';
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
    type: [PaidAccountResponse],
    description: 'While it is pending: the accounts of the subject as they are now',
  })
  readonly accounts?: ApprovalView['accounts'] & {};

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
