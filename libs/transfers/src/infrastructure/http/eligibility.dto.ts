import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FieldError } from '@payments/kernel';
import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import { AlsoCheck, AtLeastOneOf, cents, oneOf, Optional, pattern, valuesOf } from '@payments/http';
import type { EligibilityView, ParticipationView } from '../../application/check-eligibility.js';
import type { Candidate } from '../../domain/rails.js';
import type { Rail } from '../../domain/reason-codes.js';
import type { Speed } from '../../domain/transfer-state.js';

const MAX_ROUTING_NUMBERS = 100;

const routingNumber = pattern(/^\d{9}$/, '9 digits', '011000015');

/** Body of `POST /deliver/eligibility`: either the rails of one routing number, or the instant networks of many. */
@AtLeastOneOf(['routing_numbers', 'routing_number'], {
  error_code: 'missing_routing_numbers',
  message: 'routing_numbers or routing_number is required; send one of the two',
})
@AlsoCheck(notBoth)
export class EligibilityDto {
  @Optional(valuesOf(routingNumber, { min: 1, max: MAX_ROUTING_NUMBERS }))
  readonly routing_numbers?: readonly string[];

  @Optional(routingNumber)
  readonly routing_number?: string;

  @Optional(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount?: number;

  @Optional(oneOf(['standard', 'same_day', 'asap']))
  readonly speed?: Speed;
}

function notBoth({ routing_numbers, routing_number }: Readonly<Record<string, unknown>>): FieldError[] {
  if ((routing_numbers ?? null) === null || (routing_number ?? null) === null) return [];
  const message = 'routing_numbers must be omitted when routing_number is sent; send one of the two';
  return [{ field: 'routing_numbers', error_code: 'invalid_routing_numbers', message }];
}

class RailEligibilityResource {
  @ApiProperty({ type: String, enum: ['ach', 'same_day_ach', 'rtp', 'fednow'] })
  readonly rail!: Rail;

  @ApiProperty({ type: Boolean })
  readonly eligible!: boolean;

  @ApiPropertyOptional({
    type: String,
    enum: ['not_participating', 'over_limit', 'window_passed'],
    description: 'Why the rail is not eligible',
  })
  readonly reason?: Candidate['why'];

  @ApiPropertyOptional({ type: 'integer', description: 'The maximum amount of one payment, in cents' })
  readonly limit?: number;
}

class EligibilityResource implements EligibilityView {
  @ApiProperty({ type: String })
  readonly routing_number!: string;

  @ApiProperty({
    type: [RailEligibilityResource],
    description: 'The rails of the speed, in the order in which they are tried',
  })
  readonly rails!: readonly RailEligibilityResource[];
}

class ParticipationResource implements ParticipationView {
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
    type: [ParticipationResource],
    description: 'Present if `routing_numbers` was sent; in the same order',
  })
  readonly routing_numbers?: readonly ParticipationView[];

  @ApiPropertyOptional({ type: EligibilityResource, description: 'Present if `routing_number` was sent' })
  readonly eligibility?: EligibilityView;
}
