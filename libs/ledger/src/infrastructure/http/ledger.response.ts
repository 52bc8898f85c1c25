import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Amounts } from '../../application/balance.view.js';
import type { EntryView } from '../../application/entry.view.js';
import { ledgerAccounts } from '../../domain/accounts.js';
import type { LedgerAccount } from '../../domain/accounts.js';
import { ledgerLegs } from '../../domain/posting.js';
import type { Posting } from '../../domain/posting.js';

const TIME = { type: String, format: 'date-time', example: '2026-01-31T17:04:05.123Z' };
const ID = { type: String, format: 'uuid' };
const CENTS = { type: 'integer', example: 12_500 } as const;

/** Amounts in cents. */
@ApiSchema({ name: 'Balance' })
export class AmountsResponse implements Amounts {
  @ApiProperty({ ...CENTS, description: 'Debited from other accounts and not yet final' })
  readonly pending!: number;

  @ApiProperty({ ...CENTS, description: 'May be negative after a late return' })
  readonly available!: number;

  @ApiProperty({ enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

export class BalanceResponse {
  @ApiProperty({
    type: AmountsResponse,
    description: 'Available and pending money of the enterprise itself, without that of subledgers',
  })
  readonly balance!: AmountsResponse;

  @ApiProperty({
    type: AmountsResponse,
    description:
      'With the money of all subledgers, and where money reserved for transfers that are not yet submitted counts as available',
  })
  readonly total_balance!: AmountsResponse;
}

@ApiSchema({ name: 'DayBalance' })
export class DayBalanceResponse {
  @ApiProperty({ type: String, format: 'date', example: '2026-01-31', description: 'A day in New York' })
  readonly date!: string;

  @ApiProperty({ ...CENTS, description: 'Available at its end' })
  readonly available!: number;

  @ApiProperty({ ...CENTS, description: 'Pending at its end' })
  readonly pending!: number;
}

export class DayBalancesResponse {
  @ApiProperty({ type: [DayBalanceResponse], description: 'The oldest first' })
  readonly days!: readonly DayBalanceResponse[];
}

@ApiSchema({ name: 'LedgerEntry' })
export class LedgerEntryResponse implements EntryView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ ...ID, description: 'The transfer or credit of the entry' })
  readonly subject_id!: string;

  @ApiProperty({ enum: ledgerLegs })
  readonly leg!: Posting['leg'];

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly attempt!: number;

  @ApiProperty({ example: 'reserve' })
  readonly kind!: string;

  @ApiProperty({ enum: ledgerAccounts })
  readonly debit_account!: LedgerAccount;

  @ApiProperty({ enum: ledgerAccounts })
  readonly credit_account!: LedgerAccount;

  @ApiProperty({ ...CENTS, description: 'Cents' })
  readonly amount!: number;

  @ApiProperty({ enum: ['USD'] })
  readonly currency!: 'USD';

  @ApiProperty({ ...TIME, description: 'The banking time of the entry' })
  readonly banking_at!: string;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty({
    ...{ type: 'integer', minimum: 1, example: 4_711 },
    description: 'From 1 without gaps, in the order in which the entries of the enterprise were made',
  })
  readonly position!: number;

  @ApiPropertyOptional({
    ...ID,
    description: 'The subledger whose account was debited; without it, the enterprise itself',
  })
  readonly debit_subledger_id?: string;

  @ApiPropertyOptional({
    ...ID,
    description: 'The subledger whose account was credited; without it, the enterprise itself',
  })
  readonly credit_subledger_id?: string;
}

export class LedgerEntriesResponse {
  @ApiProperty({ type: [LedgerEntryResponse] })
  readonly entries!: readonly LedgerEntryResponse[];
}
