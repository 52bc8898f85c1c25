import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import { cents, oneOf, Optional, pattern, Required } from '@payments/platform';
import type { EligibilityQuestion, EligibilityView } from '../../application/check-eligibility.js';
import type { Candidate } from '../../domain/rails.js';
import type { Rail } from '../../domain/reason-codes.js';
import type { Speed } from '../../domain/transfer-state.js';

/** Body of `POST /deliver/eligibility`. */
export class EligibilityDto implements EligibilityQuestion {
  @Required(pattern(/^\d{9}$/, '9 digits', '011000015'))
  readonly routing_number!: string;

  @Optional(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount?: number;

  @Optional(oneOf(['standard', 'same_day', 'asap']))
  readonly speed?: Speed;
}

class RailEligibilityResource {
  @ApiProperty({ type: String, enum: ['ach', 'same_day_ach', 'rtp', 'fednow'] })
  readonly rail!: Rail;

  @ApiProperty({ type: Boolean })
  readonly eligible!: boolean;

  @ApiPropertyOptional({
    type: String,
    enum: ['not_participating', 'over_limit', 'window_passed'],
    description: 'Why it is not eligible',
  })
  readonly reason?: Candidate['why'];

  @ApiPropertyOptional({ type: 'integer', description: 'The most that one payment may carry, in cents' })
  readonly limit?: number;
}

class EligibilityResource implements EligibilityView {
  @ApiProperty({ type: String })
  readonly routing_number!: string;

  @ApiProperty({ type: [RailEligibilityResource], description: 'The rails of the speed, in the order they are tried' })
  readonly rails!: readonly RailEligibilityResource[];
}

export class EligibilityResponse {
  @ApiProperty({ type: EligibilityResource })
  readonly eligibility!: EligibilityView;
}
