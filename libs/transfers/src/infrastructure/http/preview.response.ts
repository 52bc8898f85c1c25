import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { acceptanceChecks, previewOutcomes, storedDataChecks } from '../../application/preview-checks.js';
import type { PreviewCheck, PreviewOutcome } from '../../application/preview-checks.js';
import type { CandidateView, FeeView, PlannedLegView, PreviewView } from '../../application/preview.view.js';
import type { Side } from '../../domain/leg.js';
import { rails } from '../../domain/reason-codes.js';
import type { Rail } from '../../domain/reason-codes.js';
import { transferTypes } from '../../domain/transfer-type.js';
import type { UseCase } from '../../domain/transfer-type.js';
import { CandidateResponse } from './explanation.response.js';

const dateTime = (description: string) => ({ type: String, format: 'date-time', description });
const CUT_OFF = 'The cut-off of the window at the network. Absent for instant rails';

@ApiSchema({ name: 'PreviewCandidate' })
class PreviewCandidateResponse extends CandidateResponse implements CandidateView {
  @ApiPropertyOptional(dateTime(CUT_OFF))
  readonly cutoff_at?: string;

  @ApiPropertyOptional(dateTime('When the banks would settle it on this rail. Absent if the rail cannot carry it'))
  readonly settles_at?: string;
}

@ApiSchema({ name: 'PlannedLeg' })
class PlannedLegResponse implements PlannedLegView {
  @ApiProperty({ type: String, enum: ['source', 'destination'] })
  readonly side!: Side;

  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiProperty({
    type: [PreviewCandidateResponse],
    description: 'The rails that the speed allows, the first choice first',
  })
  readonly candidates!: readonly CandidateView[];

  @ApiProperty(dateTime('When the leg is submitted. A credit after a debit waits until the hold of the debit ends'))
  readonly window_at!: string;

  @ApiPropertyOptional(dateTime(CUT_OFF))
  readonly cutoff_at?: string;

  @ApiPropertyOptional({ type: String, format: 'date', description: 'The ACH effective entry date' })
  readonly effective_date?: string;

  @ApiProperty(dateTime('When the banks settle it'))
  readonly settles_at!: string;

  @ApiPropertyOptional(dateTime('When the money of a debit becomes available'))
  readonly hold_until?: string;
}

@ApiSchema({ name: 'PreviewCheck' })
class PreviewCheckResponse implements PreviewCheck {
  @ApiProperty({
    type: String,
    example: 'funds',
    description: `What is checked: ${[...storedDataChecks, ...acceptanceChecks].map((each) => `\`${each}\``).join(', ')}, or a control of the enterprise: \`use_case\`, \`return_rate\`, \`limit\`, \`approval\``,
  })
  readonly check!: string;

  @ApiProperty({ type: String, enum: ['pass', 'wait', 'hold', 'refuse'] })
  readonly outcome!: PreviewCheck['outcome'];

  @ApiPropertyOptional({
    type: String,
    description: 'With `refuse`: the error code of the creation, or the reason code with which the transfer would fail',
  })
  readonly code?: string;

  @ApiProperty({ type: String })
  readonly message!: string;

  @ApiPropertyOptional({ type: String, description: 'With `hold`: the policy that demands approvals' })
  readonly policy?: string;
}

@ApiSchema({ name: 'Arrival' })
class ArrivalResponse {
  @ApiProperty(dateTime('When the money is there if all goes well'))
  readonly earliest!: string;

  @ApiProperty(dateTime('When it is there if instant rails turn out to be unavailable'))
  readonly latest!: string;
}

@ApiSchema({ name: 'Fee' })
class FeeResponse implements FeeView {
  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiProperty({ type: 'integer', description: 'Cents. The operator tells it; nothing is charged' })
  readonly amount!: number;
}

@ApiSchema({ name: 'TransferPreview' })
class TransferPreviewResponse implements PreviewView {
  @ApiProperty({ type: String, enum: Object.keys(transferTypes) })
  readonly use_case!: UseCase;

  @ApiProperty({
    type: String,
    enum: previewOutcomes,
    description:
      'What becomes of it. `accept`: it goes on · `wait`: for a verification result · `hold`: until users approve it · `fail`: it is created, and fails · `refuse`: it is not created',
  })
  readonly would!: PreviewOutcome;

  @ApiProperty({
    type: [PreviewCheckResponse],
    description: 'The first one that it does not pass decides. With `refuse` only those that refuse it',
  })
  readonly checks!: readonly PreviewCheck[];

  @ApiProperty({
    type: [PlannedLegResponse],
    description: 'The debit first. Empty if the transfer would be refused, or if no rail carries it',
  })
  readonly legs!: readonly PlannedLegView[];

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Midnight UTC of a banking day' })
  readonly estimated_funds_delivery_date?: string;

  @ApiPropertyOptional({ type: ArrivalResponse })
  readonly arrival?: { readonly earliest: string; readonly latest: string };

  @ApiProperty({ type: [FeeResponse], description: 'One for each leg' })
  readonly fees!: readonly FeeView[];

  @ApiProperty(dateTime('The banking time at which all of this holds'))
  readonly as_of!: string;
}

export class PreviewResponse {
  @ApiProperty({ type: TransferPreviewResponse })
  readonly preview!: PreviewView;
}
