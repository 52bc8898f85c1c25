import type { FieldError } from '@payments/kernel';
import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import { AlsoCheck, AtLeastOneOf, cents, oneOf, Optional, pattern, valuesOf } from '@payments/http';
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
