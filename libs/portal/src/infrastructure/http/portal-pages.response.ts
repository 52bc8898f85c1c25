import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type {
  BalancesView,
  DebitReturnsView,
  FiguresView,
  OverviewView,
  StatusCountView,
  TransferSummaryView,
} from '../../application/overview.view.js';
import { hitTypes, MOST_COUNTED } from '../../application/ports.js';
import type { AttentionCount, HitType, PartySummary, ReasonCount } from '../../application/ports.js';
import type { SearchHitView } from '../../application/search-resources.js';
import { attentionKinds } from '../../domain/attention.table.js';
import type { AttentionKind } from '../../domain/attention.table.js';
import { DebitReturnsResponse, FiguresResponse } from './figures.response.js';

const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };
const ID = { type: String, format: 'uuid' };
const CENTS = { type: 'integer', description: 'Cents', example: 12_500 } as const;
const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

@ApiSchema({ name: 'TransferStatusCount' })
class StatusCountResponse implements StatusCountView {
  @ApiProperty({ type: String, example: 'completed' })
  readonly status!: string;

  @ApiProperty(COUNT)
  readonly count!: number;

  @ApiProperty({ ...CENTS, description: 'The sum of their amounts, in cents' })
  readonly amount!: number;
}

@ApiSchema({ name: 'FailureReasonCount' })
class ReasonCountResponse implements ReasonCount {
  @ApiProperty({ type: String, example: 'invalid_account' })
  readonly reason_code!: string;

  @ApiProperty(COUNT)
  readonly count!: number;
}

@ApiSchema({ name: 'PartySummary' })
class PartySummaryResponse implements PartySummary {
  @ApiProperty({ type: String })
  readonly account_reference_id!: string;

  @ApiProperty({ type: String })
  readonly customer_reference_id!: string;
}

@ApiSchema({ name: 'TransferSummary' })
class TransferSummaryResponse implements TransferSummaryView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String })
  readonly transfer_reference_id!: string;

  @ApiProperty(CENTS)
  readonly amount!: number;

  @ApiProperty({ type: String, enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty({ type: String, example: 'standard' })
  readonly speed!: string;

  @ApiPropertyOptional({ type: PartySummaryResponse })
  readonly source?: PartySummary;

  @ApiPropertyOptional({ type: PartySummaryResponse })
  readonly destination?: PartySummary;

  @ApiProperty({ type: String, example: 'completed' })
  readonly status!: string;

  @ApiProperty(TIME)
  readonly created_at!: string;
}

@ApiSchema({ name: 'TransfersOverview' })
class TransfersOverviewResponse {
  @ApiProperty({
    ...TIME,
    description: '`start_time`, or later if more than 10,000 transfers were created since then',
  })
  readonly counted_since!: string;

  @ApiProperty({ type: [StatusCountResponse], description: 'Statuses without a transfer are left out' })
  readonly statuses!: readonly StatusCountView[];

  @ApiProperty({ type: [ReasonCountResponse], description: 'Why transfers failed: the ten most frequent reasons' })
  readonly reasons!: readonly ReasonCount[];

  @ApiProperty({ type: [TransferSummaryResponse], description: 'The ten newest transfers, whenever they were created' })
  readonly latest!: readonly TransferSummaryView[];

  @ApiPropertyOptional({ type: FiguresResponse, description: 'With `step`' })
  readonly figures?: FiguresView;

  @ApiPropertyOptional({ type: DebitReturnsResponse, description: 'With `step`; of the last 60 days' })
  readonly debit_returns?: DebitReturnsView;
}

@ApiSchema({ name: 'BalanceOverview' })
class BalanceOverviewResponse implements BalancesView {
  @ApiProperty({ ...CENTS, description: 'Cents; negative after a late return that was not covered' })
  readonly available!: number;

  @ApiProperty({ ...CENTS, description: 'Debited from other accounts and not yet final' })
  readonly pending!: number;

  @ApiProperty({ ...CENTS, description: 'Reserved for transfers that are not yet submitted' })
  readonly reserved!: number;

  @ApiProperty({ enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

@ApiSchema({ name: 'AttentionCount' })
class AttentionCountResponse implements AttentionCount {
  @ApiProperty({
    enum: attentionKinds,
    description:
      '`returned_legs`: entries that a bank returned in the last 24 hours. `return_rates`: originators whose return rates are near or above a limit of Nacha. `open_breaks`: differences between own records and the report of the bank. `invariant_violations`: records that contradict each other. `account_corrections`: accounts that a bank reported corrections for. `disabled_endpoints`: webhook endpoints that the service disabled. `failing_endpoints`: others whose last attempt failed. `expired_deliveries`: endpoints for which events expired in the last 24 hours before they were sent.',
  })
  readonly kind!: AttentionKind;

  @ApiProperty({ ...COUNT, maximum: MOST_COUNTED, description: `${MOST_COUNTED} stands for that or more` })
  readonly count!: number;
}

const ATTENTION: ApiPropertyOptions = {
  type: [AttentionCountResponse],
  description: 'One for each kind that the user may read',
};

@ApiSchema({ name: 'Overview' })
class OverviewDetailsResponse implements OverviewView {
  @ApiPropertyOptional({ type: TransfersOverviewResponse, description: 'With the scope `read:transfers`' })
  readonly transfers?: TransfersOverviewResponse;

  @ApiPropertyOptional({ type: BalanceOverviewResponse, description: 'With the scope `read:balances`' })
  readonly balance?: BalancesView;

  @ApiProperty(ATTENTION)
  readonly attention!: readonly AttentionCount[];
}

export class OverviewResponse {
  @ApiProperty({ type: OverviewDetailsResponse })
  readonly overview!: OverviewView;
}

export class AttentionResponse {
  @ApiProperty(ATTENTION)
  readonly attention!: readonly AttentionCount[];
}

@ApiSchema({ name: 'SearchHit' })
class SearchHitResponse implements SearchHitView {
  @ApiProperty({ enum: hitTypes })
  readonly type!: HitType;

  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String, description: 'A reference id, a name, or the type of the event with the id' })
  readonly title!: string;

  @ApiPropertyOptional({ type: String, description: 'The customers of a transfer, or the reference id of a customer' })
  readonly subtitle?: string;

  @ApiPropertyOptional({ type: String, example: 'completed' })
  readonly status?: string;

  @ApiPropertyOptional({ ...CENTS, description: 'The amount of a transfer, in cents' })
  readonly amount?: number;
}

export class SearchResponse {
  @ApiProperty({ type: [SearchHitResponse] })
  readonly hits!: readonly SearchHitView[];
}
