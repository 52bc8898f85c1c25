import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import type { HistoryView } from '../../application/get-transfer-history.js';
import type { PartyView, TransferApprovalView, TransferView } from '../../application/transfer.view.js';
import { holdStatuses } from '../../domain/gate.js';
import type { HoldStatus } from '../../domain/gate.js';
import { transferReasons } from '../../domain/reason-codes.js';
import type { StatusReason, StatusReasons, TransferReasonCode } from '../../domain/reason-codes.js';
import type { Metadata, Speed } from '../../domain/transfer-state.js';
import { transferStatuses } from '../../domain/transfer-status.js';
import type { TransferStatus } from '../../domain/transfer-status.js';

const METADATA = metadata().schema as ApiPropertyOptions;

@ApiSchema({ name: 'Party' })
class PartyResponse implements PartyView {
  @ApiProperty({ type: String })
  readonly account_reference_id!: string;

  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;

  @ApiPropertyOptional({ type: String })
  readonly statement_display_name?: string;

  @ApiPropertyOptional({ type: String, description: 'The trace number of the entry' })
  readonly trace_number?: string;

  @ApiPropertyOptional({ type: String, description: 'The trace number of the return' })
  readonly return_trace_number?: string;
}

@ApiSchema({ name: 'TransferStatusReason' })
class TransferStatusReasonResponse implements StatusReason {
  @ApiProperty({ type: String, enum: Object.keys(transferReasons) })
  readonly reason_code!: TransferReasonCode;

  @ApiProperty({ type: String })
  readonly reason_code_message!: string;

  @ApiPropertyOptional({ type: String, example: 'R01' })
  readonly network_reason_code?: string;

  @ApiPropertyOptional({ type: String, description: 'The meaning of the network code. Absent for unknown codes' })
  readonly network_reason_code_message?: string;

  @ApiPropertyOptional({ type: String, enum: ['ach', 'rtp', 'fednow'] })
  readonly network_reason_code_rail_type?: 'ach' | 'rtp' | 'fednow';

  @ApiPropertyOptional({
    type: String,
    maxLength: 80,
    example: 'QUESTIONABLE',
    description: 'What the bank wrote beside the code, without numbers',
  })
  readonly network_reason_text?: string;
}

@ApiSchema({ name: 'TransferStatusReasons' })
class TransferStatusReasonsResponse implements StatusReasons {
  @ApiPropertyOptional({ type: TransferStatusReasonResponse })
  readonly source?: StatusReason;

  @ApiPropertyOptional({ type: TransferStatusReasonResponse })
  readonly destination?: StatusReason;
}

@ApiSchema({ name: 'TransferApproval' })
class TransferApprovalResponse implements TransferApprovalView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({
    type: String,
    enum: holdStatuses,
    description: '`withdrawn`: the transfer failed before it acted upon a decision',
  })
  readonly status!: HoldStatus;
}

class TransferDetailsResponse implements TransferView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly transfer_reference_id!: string;

  @ApiProperty({ type: 'integer', description: 'Cents', example: 12_500 })
  readonly amount!: number;

  @ApiProperty({ type: String, enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty({ type: String, enum: ['standard', 'same_day', 'asap'] })
  readonly speed!: Speed;

  @ApiPropertyOptional({ type: PartyResponse })
  readonly source?: PartyView;

  @ApiPropertyOptional({ type: PartyResponse })
  readonly destination?: PartyView;

  @ApiProperty({ type: String, enum: transferStatuses })
  readonly status!: TransferStatus;

  @ApiPropertyOptional({ type: [TransferStatusReasonsResponse] })
  readonly status_reasons?: readonly StatusReasons[];

  @ApiPropertyOptional({ type: String })
  readonly account_statement_descriptor?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'The banking day on which the money is expected to arrive, as midnight UTC',
  })
  readonly estimated_funds_delivery_date?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly updated_at!: string;

  @ApiPropertyOptional(METADATA)
  readonly metadata?: Metadata;

  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The group that it joined' })
  readonly transfer_group_id?: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The schedule that made the transfer' })
  readonly schedule_id?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'The subledger whose money it moves; without it, the enterprise itself',
  })
  readonly subledger_reference_id?: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The bulk transfer that it is a row of' })
  readonly bulk_transfer_id?: string;

  @ApiPropertyOptional({ type: String, description: 'The client id or the name of the portal user who made it' })
  readonly created_by?: string;

  @ApiPropertyOptional({
    type: TransferApprovalResponse,
    description: 'The approval that the transfer needed. While it is `pending`, the transfer stays `created`',
  })
  readonly approval?: TransferApprovalView;
}

export class TransferResponse {
  @ApiProperty({ type: TransferDetailsResponse })
  readonly transfer!: TransferView;
}

export class CancelResponse {
  @ApiProperty({ type: String })
  readonly message!: string;
}

export class TransferListResponse {
  @ApiProperty({ type: [TransferDetailsResponse] })
  readonly transfers!: readonly TransferView[];
}

@ApiSchema({ name: 'StatusChange' })
class StatusChangeResponse {
  @ApiProperty({ type: String, enum: transferStatuses })
  readonly status!: TransferStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly updated_at!: string;
}

export class HistoryResponse implements HistoryView {
  @ApiProperty({ type: [StatusChangeResponse] })
  readonly statuses!: readonly StatusChangeResponse[];
}
