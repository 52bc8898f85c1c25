import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SubledgerBalanceView } from '../../application/read-balances.js';
import type { SubledgerView } from '../../application/subledger.view.js';
import { OWNER_TYPES } from '../../domain/subledger.js';
import type { OwnerType } from '../../domain/subledger.js';

const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;

class SubledgerDetailsResponse implements SubledgerView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly subledger_reference_id!: string;

  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;

  @ApiProperty({ type: String, enum: OWNER_TYPES })
  readonly customer_resource_type!: OwnerType;

  @ApiProperty({ type: String, enum: ['created'] })
  readonly status!: 'created';

  @ApiPropertyOptional({ ...TIME, description: 'Since when nothing can name it' })
  readonly closed_at?: string;

  @ApiPropertyOptional({
    ...{ type: String, format: 'date' },
    description:
      'Of a closed one: the last day on which a bank may return a debit that it collected. Its balance may become negative until then.',
  })
  readonly debits_return_until?: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class SubledgerResponse {
  @ApiProperty({ type: SubledgerDetailsResponse })
  readonly subledger!: SubledgerView;
}

export class SubledgersResponse {
  @ApiProperty({ type: [SubledgerDetailsResponse] })
  readonly subledgers!: readonly SubledgerView[];
}

class SubledgerAmountsResponse implements SubledgerBalanceView {
  @ApiProperty(ID)
  readonly subledger_id!: string;

  @ApiProperty({ type: String })
  readonly subledger_reference_id!: string;

  @ApiProperty({ type: 'integer', description: 'Cents, debited from other accounts and not yet final' })
  readonly pending!: number;

  @ApiProperty({ type: 'integer', description: 'Cents. May be negative after a late return' })
  readonly available!: number;

  @ApiProperty({ type: String, enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class SubledgerBalanceResponse {
  @ApiProperty({ type: SubledgerAmountsResponse })
  readonly balance!: SubledgerBalanceView;
}

export class SubledgerBalancesResponse {
  @ApiProperty({ type: [SubledgerAmountsResponse] })
  readonly balances!: readonly SubledgerBalanceView[];
}
