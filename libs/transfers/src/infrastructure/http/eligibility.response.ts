import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { EligibilityView, ParticipationView } from '../../application/check-eligibility.js';
import type { Candidate } from '../../domain/rails.js';
import { rails } from '../../domain/reason-codes.js';
import type { Rail } from '../../domain/reason-codes.js';

@ApiSchema({ name: 'RailEligibility' })
class RailEligibilityResponse {
  @ApiProperty({ type: String, enum: rails })
  readonly rail!: Rail;

  @ApiProperty({ type: Boolean })
  readonly eligible!: boolean;

  @ApiPropertyOptional({
    type: String,
    enum: ['not_offered', 'not_participating', 'over_limit', 'window_passed'],
    description: 'Why the rail is not eligible. `not_offered`: the bank of the enterprise does not carry it',
  })
  readonly reason?: Candidate['why'];

  @ApiPropertyOptional({ type: 'integer', description: 'The maximum amount of one payment, in cents' })
  readonly limit?: number;
}

class EligibilityDetailsResponse implements EligibilityView {
  @ApiProperty({ type: String })
  readonly routing_number!: string;

  @ApiProperty({
    type: [RailEligibilityResponse],
    description: 'The rails of the speed, in the order in which they are tried',
  })
  readonly rails!: readonly RailEligibilityResponse[];
}

@ApiSchema({ name: 'Participation' })
class ParticipationResponse implements ParticipationView {
  @ApiProperty({ type: String })
  readonly routing_number!: string;

  @ApiProperty({ type: Boolean, description: 'Whether RTP or FedNow reaches it' })
  readonly eligible!: boolean;

  @ApiProperty({ type: Boolean })
  readonly rtp!: boolean;

  @ApiProperty({ type: Boolean })
  readonly fednow!: boolean;
}

export class EligibilityResponse {
  @ApiPropertyOptional({
    type: [ParticipationResponse],
    description: 'Present if `routing_numbers` was sent; in the same order',
  })
  readonly routing_numbers?: readonly ParticipationView[];

  @ApiPropertyOptional({ type: EligibilityDetailsResponse, description: 'Present if `routing_number` was sent' })
  readonly eligibility?: EligibilityView;
}
