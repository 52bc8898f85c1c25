import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { VerifyAccountView } from '../../application/verify-account.view.js';
import {
  controlTransitions,
  debitTransitions,
  ownershipTransitions,
  VERIFICATION_TYPES,
  verificationTransitions,
} from '../../domain/statuses.js';
import type { ControlStatus, DebitStatus, OwnershipStatus, VerificationStatus } from '../../domain/statuses.js';
import { PROVIDERS } from '../../domain/verify-account-state.js';
import type { Evidence } from '../../domain/verify-account-state.js';

const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };
const RAILS = ['ach', 'same_day_ach', 'rtp', 'fednow'];

/** What a verification status is founded on. */
@ApiSchema({ name: 'VerificationEvidence' })
export class VerificationEvidenceResponse implements Evidence {
  @ApiProperty({ enum: [...PROVIDERS, 'payments'] })
  readonly provider!: Evidence['provider'];

  @ApiPropertyOptional({ enum: RAILS })
  readonly rail?: NonNullable<Evidence['rail']>;

  @ApiProperty(TIME)
  readonly checked_at!: string;
}

/** The claimed person, and what of the claim fits the owner. */
@ApiSchema({ name: 'VerifiedPerson' })
export class VerifiedPersonResponse {
  @ApiProperty()
  readonly first_name!: string;

  @ApiProperty()
  readonly last_name!: string;

  @ApiPropertyOptional({ type: String })
  readonly phone_number?: string;

  @ApiPropertyOptional({ type: Boolean })
  readonly first_name_match?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  readonly last_name_match?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  readonly phone_number_match?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  readonly ssn_match?: boolean;
}

/** The claimed business, and what of the claim fits the owner. */
@ApiSchema({ name: 'VerifiedBusiness' })
export class VerifiedBusinessResponse {
  @ApiProperty()
  readonly business_name!: string;

  @ApiPropertyOptional({ type: String })
  readonly phone_number?: string;

  @ApiPropertyOptional({ type: Boolean })
  readonly business_name_match?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  readonly phone_number_match?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  readonly tax_id_match?: boolean;
}

/** A verification of a bank account. */
export class VerifyAccountDetailsResponse implements VerifyAccountView {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly account_number!: string;

  @ApiProperty({ example: '021000021' })
  readonly routing_number!: string;

  @ApiProperty()
  readonly account_holder_name!: string;

  @ApiProperty({ enum: VERIFICATION_TYPES })
  readonly type!: VerifyAccountView['type'];

  @ApiPropertyOptional({ type: String })
  readonly email!: string | undefined;

  @ApiPropertyOptional({ type: String })
  readonly sender_name!: string | undefined;

  @ApiPropertyOptional({ type: String, format: 'uuid' })
  readonly external_account_id!: string | undefined;

  @ApiProperty({ enum: Object.keys(verificationTransitions) })
  readonly verification_status!: VerificationStatus;

  @ApiPropertyOptional({ type: String })
  readonly status_reason!: string | undefined;

  @ApiPropertyOptional({ type: VerificationEvidenceResponse })
  readonly evidence!: VerificationEvidenceResponse | undefined;

  @ApiPropertyOptional({ enum: Object.keys(ownershipTransitions) })
  readonly ownership_status!: OwnershipStatus | undefined;

  @ApiPropertyOptional({ type: VerifiedPersonResponse })
  readonly person!: VerifiedPersonResponse | undefined;

  @ApiPropertyOptional({ type: VerifiedBusinessResponse })
  readonly business!: VerifiedBusinessResponse | undefined;

  @ApiPropertyOptional({ enum: Object.keys(controlTransitions) })
  readonly control_status!: ControlStatus | undefined;

  @ApiPropertyOptional({ enum: Object.keys(debitTransitions) })
  readonly debit_status!: DebitStatus | undefined;

  @ApiPropertyOptional({ type: String })
  readonly debit_status_reason!: string | undefined;

  /** The banking day on which the status should be known. */
  @ApiPropertyOptional(TIME)
  readonly estimated_verification_date!: string | undefined;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class VerifyAccountResponse {
  @ApiProperty({ type: VerifyAccountDetailsResponse })
  readonly account!: VerifyAccountDetailsResponse;
}

export class VerifyAccountsResponse {
  @ApiProperty({ type: [VerifyAccountDetailsResponse] })
  readonly accounts!: readonly VerifyAccountDetailsResponse[];
}
