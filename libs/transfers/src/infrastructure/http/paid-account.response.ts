import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { DETAIL_FIELDS } from '../../application/paid-accounts.js';
import type { PaidAccount, AccountDetailsView } from '../../application/paid-accounts.js';

@ApiSchema({ name: 'PaidAccountDetails' })
class PaidAccountDetailsResponse implements AccountDetailsView {
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

@ApiSchema({ name: 'PaidAccount' })
export class PaidAccountResponse implements PaidAccount {
  @ApiProperty({ type: String, enum: ['source', 'destination'] })
  readonly side!: PaidAccount['side'];

  @ApiProperty({ type: String, format: 'uuid' })
  readonly account_id!: string;

  @ApiProperty({ type: String, enum: ['created', 'verified', 'rejected', 'restricted', 'closed'] })
  readonly status!: PaidAccount['status'];

  @ApiProperty({
    type: String,
    isArray: true,
    enum: DETAIL_FIELDS,
    description: 'Which details of `paid` are others by now',
  })
  readonly differences!: PaidAccount['differences'];

  @ApiProperty({
    type: PaidAccountDetailsResponse,
    description: 'The details that are paid, whatever became of the account',
  })
  readonly paid!: AccountDetailsView;

  @ApiProperty({ type: PaidAccountDetailsResponse, description: 'The details as they are now' })
  readonly current!: AccountDetailsView;

  @ApiProperty({
    type: [PaidAccountDetailsResponse],
    description: 'The versions of the details of the last 30 days, newest first, at most 20',
  })
  readonly recent_changes!: readonly AccountDetailsView[];
}
