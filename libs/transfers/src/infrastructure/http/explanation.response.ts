import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { AttemptView, LegExplanation, TransferExplanation } from '../../application/explain-transfer.js';
import { legTransitions } from '../../domain/leg.js';
import type { LegStatus, Side } from '../../domain/leg.js';
import { candidateReasons } from '../../domain/rails.js';
import type { Candidate } from '../../domain/rails.js';
import { rails } from '../../domain/reason-codes.js';
import type { Rail } from '../../domain/reason-codes.js';
import type { Speed } from '../../domain/transfer-state.js';
import { transferTypes } from '../../domain/transfer-type.js';
import type { UseCase } from '../../domain/transfer-type.js';

@ApiSchema({ name: 'Candidate' })
export class CandidateResponse implements Candidate {
  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiProperty({ type: Boolean })
  readonly taken!: boolean;

  @ApiProperty({
    type: String,
    enum: candidateReasons,
    description: 'The decision on the rail. `not_offered`: the bank of the enterprise does not carry it',
  })
  readonly why!: Candidate['why'];
}

@ApiSchema({ name: 'Attempt' })
class AttemptResponse implements AttemptView {
  @ApiProperty({ type: 'integer' })
  readonly attempt!: number;

  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiProperty({ type: String, description: 'The reference of the attempt at the network' })
  readonly end_to_end_id!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'Banking time when the rail was chosen' })
  readonly routed_at!: string;

  @ApiProperty({ type: [CandidateResponse], description: 'The rails that the speed allows, in order of preference' })
  readonly candidates!: readonly Candidate[];

  @ApiPropertyOptional({ type: String, description: 'Why the leg could not use the rail', example: '9910' })
  readonly unavailable_code?: string;
}

@ApiSchema({ name: 'LegExplanation' })
class LegExplanationResponse implements LegExplanation {
  @ApiProperty({ type: String, enum: ['source', 'destination'] })
  readonly side!: Side;

  @ApiProperty({ type: String, enum: Object.keys(legTransitions) })
  readonly status!: LegStatus;

  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Banking time of the submission' })
  readonly window_at?: string;

  @ApiPropertyOptional({ type: String, format: 'date', description: 'The ACH effective entry date' })
  readonly effective_date?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When the banks settle the attempt' })
  readonly settles_at?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'When the money of a debit becomes available',
  })
  readonly hold_until?: string;

  @ApiPropertyOptional({ type: String })
  readonly trace_number?: string;

  @ApiPropertyOptional({ type: String, example: 'R01' })
  readonly network_reason_code?: string;

  @ApiProperty({ type: [AttemptResponse] })
  readonly attempts!: readonly AttemptView[];
}

@ApiSchema({ name: 'TransferExplanation' })
class TransferExplanationResponse implements TransferExplanation {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly transfer_id!: string;

  @ApiProperty({ type: String, enum: Object.keys(transferTypes) })
  readonly use_case!: UseCase;

  @ApiProperty({ type: String, enum: ['standard', 'same_day', 'asap'] })
  readonly speed!: Speed;

  @ApiProperty({ type: [LegExplanationResponse], description: 'The debit first. Empty until the transfer is accepted' })
  readonly legs!: readonly LegExplanation[];
}

export class ExplanationResponse {
  @ApiProperty({ type: TransferExplanationResponse })
  readonly explanation!: TransferExplanation;
}
