import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ReturnRatesView } from '../../application/return-rates.view.js';
import { returnRateKinds, returnRateStates } from '../../domain/return-rates.js';
import type { ReturnRate, ReturnRateKind, ReturnRateState, VerificationCounts } from '../../domain/return-rates.js';

const DAY = { type: String, format: 'date', example: '2027-01-29' } as const;

@ApiSchema({ name: 'ReturnRate' })
class ReturnRateResponse implements ReturnRate {
  @ApiProperty({
    type: String,
    enum: returnRateKinds,
    description:
      '`unauthorized`: R05, R07, R10, R11, R29, R51 · `administrative`: R02, R03, R04 · `overall`: every return',
  })
  readonly kind!: ReturnRateKind;

  @ApiProperty({ type: 'integer', description: 'Returned debits' })
  readonly returned!: number;

  @ApiProperty({ type: 'integer', description: 'Their share of the debits, in parts per million' })
  readonly rate_ppm!: number;

  @ApiProperty({ type: 'integer', description: 'The limit of Nacha, in parts per million', example: 5_000 })
  readonly limit_ppm!: number;

  @ApiProperty({
    type: String,
    enum: returnRateStates,
    description: '`warning` from 80% of the limit, `exceeded` above it; `ok` while there are too few debits or returns',
  })
  readonly state!: ReturnRateState;
}

@ApiSchema({ name: 'VerificationEntries' })
class VerificationEntriesResponse implements VerificationCounts {
  @ApiProperty({ type: 'integer', description: 'Those that were sent' })
  readonly entries!: number;

  @ApiProperty({ type: 'integer', description: 'Those of them that were returned' })
  readonly returned!: number;
}

@ApiSchema({ name: 'ReturnRates' })
class OriginatorRatesResponse implements ReturnRatesView {
  @ApiProperty({
    type: String,
    description:
      'Who is charged with the returns: the reference of the customer whose subledger the debits fill, else the id of the enterprise',
  })
  readonly originator!: string;

  @ApiProperty(DAY)
  readonly from!: string;

  @ApiProperty(DAY)
  readonly to!: string;

  @ApiProperty({ type: 'integer', description: 'Debits that were sent' })
  readonly entries!: number;

  @ApiProperty({ type: [ReturnRateResponse] })
  readonly rates!: readonly ReturnRate[];

  @ApiProperty({
    type: VerificationEntriesResponse,
    description:
      'Micro-entries and prenotes that verify accounts, by the day on which they were sent. They count in no rate and have no ' +
      'limit. The enterprise sends all of them; for other originators both counts are 0.',
  })
  readonly account_verification!: VerificationCounts;
}

export class ReturnRatesResponse {
  @ApiProperty({ type: [OriginatorRatesResponse], description: 'By originator' })
  readonly return_rates!: readonly ReturnRatesView[];
}
