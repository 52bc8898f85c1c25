import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import { customerTransitions, reasonMessages } from '../../domain/customer-status.js';
import type { CustomerStatus, ReasonCode } from '../../domain/customer-status.js';
import type { Metadata } from '../../domain/customer.js';

const METADATA = metadata().schema as ApiPropertyOptions;
const UUID = { format: 'uuid' };
const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };

@ApiSchema({ name: 'Address' })
export class AddressResponse {
  @ApiProperty(UUID)
  readonly id!: string;

  @ApiProperty({ enum: ['home', 'legal'] })
  readonly type!: string;

  @ApiProperty()
  readonly address1!: string;

  @ApiPropertyOptional({ type: String })
  readonly address2?: string | undefined;

  @ApiProperty()
  readonly city!: string;

  @ApiProperty({ example: 'CA' })
  readonly state!: string;

  @ApiProperty({ example: '94103' })
  readonly zip5!: string;

  @ApiProperty({ enum: ['US'] })
  readonly country!: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

@ApiSchema({ name: 'Contact' })
export class ContactResponse {
  @ApiProperty(UUID)
  readonly id!: string;

  @ApiProperty({ enum: ['phone', 'website', 'email'] })
  readonly type!: string;

  @ApiProperty()
  readonly value!: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

@ApiSchema({ name: 'StatusReason' })
export class StatusReasonResponse {
  @ApiProperty({ enum: Object.keys(reasonMessages) })
  readonly reason_code!: ReasonCode;

  @ApiProperty()
  readonly reason_code_message!: string;
}

/** The fields of every customer in responses. */
@ApiSchema({ name: 'Customer' })
export class CustomerResponse {
  @ApiProperty(UUID)
  readonly id!: string;

  @ApiProperty()
  readonly customer_reference_id!: string;

  @ApiProperty({ enum: Object.keys(customerTransitions) })
  readonly status!: CustomerStatus;

  @ApiPropertyOptional({ type: [StatusReasonResponse] })
  readonly status_reasons?: readonly StatusReasonResponse[] | undefined;

  @ApiPropertyOptional({ type: [AddressResponse] })
  readonly addresses?: readonly AddressResponse[] | undefined;

  @ApiPropertyOptional({ type: [ContactResponse] })
  readonly contacts?: readonly ContactResponse[] | undefined;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;

  @ApiPropertyOptional(TIME)
  readonly closed_at?: string | undefined;

  @ApiPropertyOptional(METADATA)
  readonly metadata?: Metadata | undefined;
}
