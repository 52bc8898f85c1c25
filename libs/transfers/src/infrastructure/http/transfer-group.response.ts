import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { GroupTotalsView, SummedGroupView, TransferGroupView } from '../../application/transfer-group.view.js';
import type { GroupParty } from '../../domain/transfer-group.js';
import { transferStatuses } from '../../domain/transfer-status.js';

const LABEL = 'A label: transfers of the group may have another one';

@ApiSchema({ name: 'TransferGroupParty' })
class GroupPartyResponse implements GroupParty {
  @ApiProperty({ type: String })
  readonly account_reference_id!: string;

  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;
}

const COUNT = { type: 'integer', description: 'How many transfers' } as const;
const SUM = { type: 'integer', description: 'Cents, the sum of their amounts', example: 12_500 } as const;

@ApiSchema({ name: 'TransferGroupTotals' })
class GroupTotalsResponse implements GroupTotalsView {
  @ApiProperty(COUNT)
  readonly transfers!: number;

  @ApiProperty(SUM)
  readonly amount!: number;

  @ApiProperty({
    type: 'object',
    description: 'The same by status. A status that no transfer has is omitted',
    propertyNames: { enum: transferStatuses },
    additionalProperties: {
      type: 'object',
      required: ['transfers', 'amount'],
      properties: { transfers: COUNT, amount: SUM },
    },
  } as ApiPropertyOptions)
  readonly by_status!: GroupTotalsView['by_status'];
}

class TransferGroupDetailsResponse implements TransferGroupView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly transfer_group_reference_id!: string;

  @ApiPropertyOptional({ type: GroupPartyResponse, description: LABEL })
  readonly source?: GroupParty;

  @ApiPropertyOptional({ type: GroupPartyResponse, description: LABEL })
  readonly destination?: GroupParty;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly created_at!: string;
}

class SummedGroupResponse extends TransferGroupDetailsResponse implements SummedGroupView {
  @ApiProperty({ type: GroupTotalsResponse, description: 'Its transfers, failed ones too' })
  readonly totals!: GroupTotalsView;
}

export class CreatedTransferGroupResponse {
  @ApiProperty({ type: TransferGroupDetailsResponse })
  readonly transfer_group!: TransferGroupView;
}

export class TransferGroupResponse {
  @ApiProperty({ type: SummedGroupResponse })
  readonly transfer_group!: SummedGroupView;
}

export class TransferGroupsResponse {
  @ApiProperty({ type: [TransferGroupDetailsResponse] })
  readonly transfer_groups!: readonly TransferGroupView[];
}
