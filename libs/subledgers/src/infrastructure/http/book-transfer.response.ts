import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { metadata } from '@payments/http';
import type { BookSideView, BookTransferReasonView, BookTransferView } from '../../application/book-transfer.view.js';
import { BOOK_TRANSFER_REASONS, BOOK_TRANSFER_STATUSES } from '../../domain/book-transfer.js';
import type { ApprovalState, BookTransferStatus } from '../../domain/book-transfer.js';

const METADATA = metadata().schema as ApiPropertyOptions;
const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;

@ApiSchema({ name: 'BookTransferSide' })
class BookTransferSideResponse implements BookSideView {
  @ApiProperty({ type: String })
  readonly subledger_reference_id!: string;
}

@ApiSchema({ name: 'BookTransferReason' })
class ReasonResponse {
  @ApiProperty({ type: String, enum: Object.keys(BOOK_TRANSFER_REASONS) })
  readonly reason_code!: string;

  @ApiProperty({ type: String })
  readonly reason_code_message!: string;
}

@ApiSchema({ name: 'BookTransferReasons' })
class ReasonsResponse implements BookTransferReasonView {
  @ApiProperty({ type: ReasonResponse })
  readonly source!: ReasonResponse;
}

@ApiSchema({ name: 'BookTransferApproval' })
class BookTransferApprovalResponse implements ApprovalState {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String, enum: ['pending', 'approved', 'rejected', 'expired'] })
  readonly status!: ApprovalState['status'];
}

class BookTransferDetailsResponse implements BookTransferView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly book_transfer_reference_id!: string;

  @ApiProperty({ type: 'integer', description: 'Cents', example: 12_500 })
  readonly amount!: number;

  @ApiProperty({ type: String, enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty({
    ...{ type: String, enum: BOOK_TRANSFER_STATUSES },
    description: '`created`: it waits for an approval · `completed` and `failed` are final',
  })
  readonly status!: BookTransferStatus;

  @ApiPropertyOptional({ type: [ReasonsResponse], description: 'Why it failed' })
  readonly status_reasons?: readonly BookTransferReasonView[];

  @ApiPropertyOptional(METADATA)
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;

  @ApiPropertyOptional({ type: BookTransferSideResponse, description: 'Without it: the enterprise itself' })
  readonly source?: BookSideView;

  @ApiPropertyOptional({ type: BookTransferSideResponse, description: 'Without it: the enterprise itself' })
  readonly destination?: BookSideView;

  @ApiPropertyOptional({ type: BookTransferApprovalResponse, description: 'The approval that it needed' })
  readonly approval?: ApprovalState;

  @ApiPropertyOptional({ type: String, description: 'The client or portal user who made it' })
  readonly created_by?: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class BookTransferResponse {
  @ApiProperty({ type: BookTransferDetailsResponse })
  readonly book_transfer!: BookTransferView;
}

export class BookTransfersResponse {
  @ApiProperty({ type: [BookTransferDetailsResponse] })
  readonly book_transfers!: readonly BookTransferView[];
}
