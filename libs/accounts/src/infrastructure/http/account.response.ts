import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import { accountTransitions, reasonMessages } from '../../domain/account-status.js';
import type { AccountStatus, ReasonCode } from '../../domain/account-status.js';
import { ACCOUNT_TYPES, CUSTOMER_RESOURCE_TYPES } from '../../domain/external-account.js';
import type { AccountInput, Metadata } from '../../domain/external-account.js';

const METADATA = metadata().schema as ApiPropertyOptions;
const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };

@ApiSchema({ name: 'AccountStatusReason' })
export class AccountStatusReasonResponse {
  @ApiProperty({ enum: Object.keys(reasonMessages) })
  readonly reason_code!: ReasonCode;

  @ApiProperty()
  readonly reason_code_message!: string;
}

/** The corrections of the bank's notifications of change. */
@ApiSchema({ name: 'AccountCorrections' })
export class AccountCorrectionsResponse {
  @ApiPropertyOptional()
  readonly account_number?: string;

  @ApiPropertyOptional({ example: '011000028' })
  readonly routing_number?: string;

  @ApiPropertyOptional({ enum: ACCOUNT_TYPES })
  readonly account_type?: AccountInput['account_type'];

  @ApiPropertyOptional()
  readonly account_holder_name?: string;
}

/** An external account in responses. */
export class AccountDetailsResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly account_reference_id!: string;

  @ApiProperty()
  readonly customer_reference_id!: string;

  @ApiProperty({ enum: CUSTOMER_RESOURCE_TYPES })
  readonly customer_resource_type!: AccountInput['customer_resource_type'];

  @ApiProperty({ enum: ACCOUNT_TYPES })
  readonly account_type!: AccountInput['account_type'];

  @ApiProperty()
  readonly account_number!: string;

  @ApiProperty({ example: '011000028' })
  readonly routing_number!: string;

  @ApiProperty()
  readonly account_holder_name!: string;

  @ApiProperty({ enum: Object.keys(accountTransitions) })
  readonly status!: AccountStatus;

  @ApiPropertyOptional({ type: [AccountStatusReasonResponse] })
  readonly status_reasons?: readonly AccountStatusReasonResponse[] | undefined;

  /** Until the fields in it are changed. */
  @ApiPropertyOptional({ type: AccountCorrectionsResponse })
  readonly corrections?: AccountCorrectionsResponse | undefined;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;

  @ApiPropertyOptional(TIME)
  readonly closed_at?: string | undefined;

  @ApiPropertyOptional(METADATA)
  readonly metadata?: Metadata | undefined;
}

export class AccountResponse {
  @ApiProperty({ type: AccountDetailsResponse })
  readonly external_account!: AccountDetailsResponse;
}

export class AccountsResponse {
  @ApiProperty({ type: [AccountDetailsResponse] })
  readonly external_accounts!: readonly AccountDetailsResponse[];
}
