import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { SpeedFigures, TransferFigures } from '../../application/figures.js';
import type { DebitReturnsView, FigureStepView, FiguresView } from '../../application/overview.view.js';

const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;
const CENTS = { type: 'integer', minimum: 0, example: 12_500 } as const;
const SECONDS = { type: 'number', minimum: 0, example: 2.417 } as const;
const MEDIAN = { ...SECONDS, description: 'Seconds from creation to completion of the median transfer' };
const P95 = { ...SECONDS, description: 'Seconds that 95 % of the completed transfers did not exceed' };
const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:00:00.000Z' };

@ApiSchema({ name: 'SpeedFigures' })
class SpeedFiguresResponse implements SpeedFigures {
  @ApiProperty({ type: String, example: 'standard' })
  readonly speed!: string;

  @ApiProperty(COUNT)
  readonly created!: number;

  @ApiProperty(COUNT)
  readonly completed!: number;

  @ApiPropertyOptional(MEDIAN)
  readonly p50_s?: number;

  @ApiPropertyOptional(P95)
  readonly p95_s?: number;
}

@ApiSchema({ name: 'TransferFigures' })
class TransferFiguresResponse implements TransferFigures<number> {
  @ApiProperty({ ...COUNT, description: 'Transfers that were created; the other figures are of these' })
  readonly created!: number;

  @ApiProperty({ ...COUNT, description: 'Accepted by the network, and not failed since; includes the settled ones' })
  readonly completed!: number;

  @ApiProperty(COUNT)
  readonly settled!: number;

  @ApiProperty({ ...COUNT, description: 'Includes the returned ones' })
  readonly failed!: number;

  @ApiProperty({ ...COUNT, description: 'Failed because a bank returned them' })
  readonly returned!: number;

  @ApiProperty({ ...CENTS, description: 'The sum of the completed transfers to accounts, in cents' })
  readonly amount_out!: number;

  @ApiProperty({ ...CENTS, description: 'The sum of the completed transfers from accounts, in cents' })
  readonly amount_in!: number;

  @ApiPropertyOptional(MEDIAN)
  readonly p50_s?: number;

  @ApiPropertyOptional(P95)
  readonly p95_s?: number;

  @ApiProperty({ type: [SpeedFiguresResponse], description: 'Speeds without a transfer are left out' })
  readonly speeds!: readonly SpeedFigures[];
}

@ApiSchema({ name: 'TransferFiguresStep' })
class FigureStepResponse extends TransferFiguresResponse implements FigureStepView {
  @ApiProperty({ ...TIME, description: 'When the hour or day begins' })
  readonly at!: string;
}

@ApiSchema({ name: 'TransferFiguresOverview' })
export class FiguresResponse implements FiguresView {
  @ApiProperty({
    type: [FigureStepResponse],
    description: 'Hours or days from `start_time` on, oldest first. Those without a transfer are left out',
  })
  readonly series!: FiguresView['series'];

  @ApiProperty({ type: TransferFiguresResponse, description: 'Of the whole period' })
  readonly totals!: FiguresView['totals'];

  @ApiPropertyOptional({
    type: TransferFiguresResponse,
    description:
      'Of the period of the same length before. Left out where either period has more than 10,000 transfers, because only the newest ones are counted',
  })
  readonly previous?: TransferFigures<number>;
}

@ApiSchema({ name: 'DebitReturns' })
export class DebitReturnsResponse implements DebitReturnsView {
  @ApiProperty({ ...TIME, description: '60 days ago, or later if more than 10,000 transfers were created since then' })
  readonly counted_since!: string;

  @ApiProperty({ ...COUNT, description: 'Transfers that debit an account' })
  readonly debits!: number;

  @ApiProperty({
    ...COUNT,
    description: 'Those of them that a bank returned as unauthorized: with R05, R07, R10, R11, R29 or R51',
  })
  readonly unauthorized!: number;

  @ApiProperty({
    ...{ type: 'number', minimum: 0, maximum: 1, example: 0.005 },
    description: 'The share of unauthorized returns that Nacha allows',
  })
  readonly limit!: number;
}
