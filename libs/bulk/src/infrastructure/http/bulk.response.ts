import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PaidAccountResponse } from '@payments/transfers';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import type { BulkProgressView, BulkView, PartView, RowView } from '../../application/bulk.view.js';
import { APPROVAL_STATUSES, BULK_MODES, FAILURE_CODES, ON_DUPLICATE, ROW_STATUSES } from '../../domain/bulk-state.js';
import type {
  BulkApproval,
  BulkMetadata,
  BulkMode,
  FailureCode,
  OnDuplicate,
  RowStatus,
  ShownError,
} from '../../domain/bulk-state.js';
import { BULK_STATUSES } from '../../domain/bulk-status.js';
import type { BulkStatus } from '../../domain/bulk-status.js';
import { BULK_FORMATS } from '../../domain/file-rows.js';
import type { BulkFormat } from '../../domain/file-rows.js';

const METADATA = metadata().schema as ApiPropertyOptions;
const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;
const COUNT = { type: 'integer' } as const;
const CODE = { type: String, description: 'The error code of `POST /deliver/transfers`, or one of the file' } as const;

@ApiSchema({ name: 'BulkProgress' })
class BulkProgressResponse implements BulkProgressView {
  @ApiProperty({ ...COUNT, description: 'Rows that were checked' })
  readonly validated!: number;

  @ApiProperty({ ...COUNT, description: 'Rows whose transfer was created' })
  readonly created!: number;

  @ApiProperty({ ...COUNT, description: 'Rows whose transfer existed before, with `on_duplicate: skip`' })
  readonly skipped!: number;

  @ApiProperty({ ...COUNT, description: 'Rows that were refused' })
  readonly refused!: number;

  @ApiProperty({ ...COUNT, description: 'Created transfers that have completed' })
  readonly completed!: number;

  @ApiProperty({ ...COUNT, description: 'Created transfers that have failed' })
  readonly failed!: number;
}

@ApiSchema({ name: 'BulkRowError' })
class BulkRowErrorResponse implements ShownError {
  @ApiProperty({ ...COUNT, description: 'Of the row, from 1, without the header' })
  readonly number!: number;

  @ApiProperty({ ...COUNT, description: 'Of the file, from 1' })
  readonly line!: number;

  @ApiProperty(CODE)
  readonly error_code!: string;

  @ApiPropertyOptional({ type: String })
  readonly field?: string;

  @ApiProperty({ type: String })
  readonly message!: string;
}

@ApiSchema({ name: 'BulkApproval' })
class BulkApprovalResponse implements BulkApproval {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({
    ...{ type: String, enum: APPROVAL_STATUSES },
    description: '`withdrawn`: the bulk transfer was canceled before it was decided',
  })
  readonly status!: BulkApproval['status'];
}

class BulkTransferDetailsResponse implements BulkView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly bulk_reference_id!: string;

  @ApiProperty({ type: String, enum: BULK_MODES })
  readonly mode!: BulkMode;

  @ApiProperty({ type: String, enum: BULK_FORMATS })
  readonly format!: BulkFormat;

  @ApiProperty({ type: String, enum: ON_DUPLICATE })
  readonly on_duplicate!: OnDuplicate;

  @ApiProperty({ type: Boolean })
  readonly review!: boolean;

  @ApiPropertyOptional(COUNT)
  readonly expected_rows?: number;

  @ApiPropertyOptional({ ...COUNT, description: 'Cents' })
  readonly expected_amount?: number;

  @ApiPropertyOptional(TIME)
  readonly execute_at?: string;

  @ApiPropertyOptional(METADATA)
  readonly metadata?: BulkMetadata;

  @ApiProperty({ type: String, enum: BULK_STATUSES })
  readonly status!: BulkStatus;

  @ApiPropertyOptional({ type: String, enum: FAILURE_CODES, description: 'Why nothing was created' })
  readonly failure_code?: FailureCode;

  @ApiPropertyOptional({
    type: BulkApprovalResponse,
    description: 'The approval that it needed. While it is `pending`, the bulk transfer stays `ready`',
  })
  readonly approval?: BulkApproval;

  @ApiProperty({ ...COUNT, description: 'Of the submitted file' })
  readonly rows!: number;

  @ApiProperty({ ...COUNT, description: 'Cents of the validated rows that were not refused' })
  readonly amount!: number;

  @ApiProperty({ type: BulkProgressResponse })
  readonly progress!: BulkProgressView;

  @ApiProperty({ type: [BulkRowErrorResponse], description: 'The first 20 refused rows' })
  readonly first_errors!: readonly ShownError[];

  @ApiPropertyOptional({ type: String, description: 'Of the whole file, hexadecimal' })
  readonly file_sha256?: string;

  @ApiPropertyOptional({ type: String, description: 'The client id or the name of the portal user who made it' })
  readonly created_by?: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;

  @ApiPropertyOptional(TIME)
  readonly submitted_at?: string;

  @ApiPropertyOptional(TIME)
  readonly confirmed_at?: string;

  @ApiPropertyOptional(TIME)
  readonly started_at?: string;

  @ApiPropertyOptional(TIME)
  readonly ended_at?: string;
}

@ApiSchema({ name: 'BulkPart' })
class BulkPartDetailsResponse implements PartView {
  @ApiProperty(COUNT)
  readonly number!: number;

  @ApiProperty({ ...COUNT, description: 'Without the header' })
  readonly rows!: number;

  @ApiProperty({ ...COUNT, description: 'Bytes' })
  readonly size!: number;

  @ApiProperty({ type: String, description: 'Hexadecimal' })
  readonly sha256!: string;

  @ApiProperty(TIME)
  readonly received_at!: string;
}

@ApiSchema({ name: 'BulkRow' })
class BulkRowDetailsResponse implements RowView {
  @ApiProperty({ ...COUNT, description: 'From 1, without the header' })
  readonly number!: number;

  @ApiProperty({ ...COUNT, description: 'Of the file, from 1' })
  readonly line!: number;

  @ApiProperty({ type: String, enum: ROW_STATUSES })
  readonly status!: RowStatus;

  @ApiPropertyOptional({ type: String })
  readonly transfer_reference_id?: string;

  @ApiPropertyOptional({ ...COUNT, description: 'Cents' })
  readonly amount?: number;

  @ApiPropertyOptional(ID)
  readonly transfer_id?: string;

  @ApiPropertyOptional({
    type: [PaidAccountResponse],
    description:
      'What a valid row pays, as it was when the row was validated, beside the accounts as they are now. A transfer whose account has got other details needs its own approval.',
  })
  readonly accounts?: RowView['accounts'] & {};

  @ApiPropertyOptional(CODE)
  readonly error_code?: string;

  @ApiPropertyOptional({ type: String })
  readonly field?: string;

  @ApiPropertyOptional({ type: String })
  readonly message?: string;
}

export class BulkTransferResponse {
  @ApiProperty({ type: BulkTransferDetailsResponse })
  readonly bulk_transfer!: BulkView;
}

export class BulkTransfersResponse {
  @ApiProperty({ type: [BulkTransferDetailsResponse] })
  readonly bulk_transfers!: readonly BulkView[];
}

export class BulkPartResponse {
  @ApiProperty({ type: BulkPartDetailsResponse })
  readonly part!: PartView;
}

export class BulkPartsResponse {
  @ApiProperty({ type: [BulkPartDetailsResponse] })
  readonly parts!: readonly PartView[];
}

export class BulkRowsResponse {
  @ApiProperty({ type: [BulkRowDetailsResponse] })
  readonly rows!: readonly RowView[];
}
