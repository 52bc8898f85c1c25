import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type {
  BalanceAmountsView,
  BalanceStatementView,
  EntryBalanceView,
} from '../../application/balance-statement.js';
import type { ReportView } from '../../application/report.view.js';
import { EXPORT_RESOURCES } from '../../domain/exports/export-resources.table.js';
import type { ExportFilters, ExportResource } from '../../domain/exports/export-resources.table.js';
import { ENTRY_TYPES } from '../../domain/entry-types.js';
import type { EntryType } from '../../domain/entry-types.js';
import { REPORT_FAILURES, REPORT_FORMATS, REPORT_KINDS, REPORT_SCOPES } from '../../domain/report-state.js';
import type { ReportFailure, ReportFormat, ReportKind, ReportScope } from '../../domain/report-state.js';
import { REPORT_STATUSES } from '../../domain/report-status.js';
import type { ReportStatus } from '../../domain/report-status.js';

const TIME = { type: String, format: 'date-time' } as const;
const COUNT = { type: 'integer' } as const;
const CENTS = { type: 'integer', example: 12_500, description: 'Cents' } as const;

const VALUES = { type: String, isArray: true } as const;

@ApiSchema({ name: 'ExportFilters' })
class ExportFiltersResponse implements ExportFilters {
  @ApiPropertyOptional(VALUES)
  readonly status?: readonly string[];

  @ApiPropertyOptional(VALUES)
  readonly type?: readonly string[];

  @ApiPropertyOptional(VALUES)
  readonly subledger_reference_id?: readonly string[];

  @ApiPropertyOptional(VALUES)
  readonly customer_reference_id?: readonly string[];
}

class ReportDetailsResponse implements ReportView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, enum: REPORT_KINDS })
  readonly kind!: ReportKind;

  @ApiProperty({ type: String, enum: REPORT_FORMATS })
  readonly format!: ReportFormat;

  @ApiProperty({ type: String, enum: REPORT_STATUSES })
  readonly status!: ReportStatus;

  @ApiProperty({ type: String, enum: REPORT_SCOPES })
  readonly report_scope!: ReportScope;

  @ApiPropertyOptional({ type: String })
  readonly subledger_reference_id?: string;

  @ApiPropertyOptional({ type: String, enum: EXPORT_RESOURCES, description: 'Of an export' })
  readonly resource?: ExportResource;

  @ApiPropertyOptional({ type: ExportFiltersResponse, description: 'Of an export' })
  readonly filters?: ExportFilters;

  @ApiProperty(TIME)
  readonly start_time!: string;

  @ApiProperty(TIME)
  readonly end_time!: string;

  @ApiPropertyOptional({ ...COUNT, description: 'Of the file, without its header; so far, while it is `pending`' })
  readonly rows?: number;

  @ApiPropertyOptional({ ...COUNT, description: 'Of the file; so far, while it is `pending`' })
  readonly bytes?: number;

  @ApiPropertyOptional({ type: String, description: 'Of the complete file, hexadecimal. Its `ETag` is the same' })
  readonly sha256?: string;

  @ApiPropertyOptional({ ...TIME, description: 'The file can be downloaded until then' })
  readonly expires_at?: string;

  @ApiPropertyOptional({ type: String, enum: REPORT_FAILURES, description: 'Why it has no file' })
  readonly error?: ReportFailure;

  @ApiProperty(TIME)
  readonly created_at!: string;
}

export class ReportResponse {
  @ApiProperty({ type: ReportDetailsResponse })
  readonly report!: ReportView;
}

export class ReportsResponse {
  @ApiProperty({ type: [ReportDetailsResponse] })
  readonly reports!: readonly ReportView[];
}

@ApiSchema({ name: 'ReportAmounts' })
class BalanceAmountsResponse implements BalanceAmountsView {
  @ApiProperty(CENTS)
  readonly pending_amount!: number;

  @ApiProperty(CENTS)
  readonly available_amount!: number;
}

@ApiSchema({ name: 'ReportAccountBalances' })
class AccountBalancesResponse {
  @ApiProperty({ type: BalanceAmountsResponse, description: 'At start_time' })
  readonly opening!: BalanceAmountsView;

  @ApiProperty({ type: BalanceAmountsResponse, description: 'At end_time' })
  readonly closing!: BalanceAmountsView;
}

@ApiSchema({ name: 'ReportEntryBalance' })
class EntryBalanceResponse implements EntryBalanceView {
  @ApiProperty({
    ...{ type: String, enum: ENTRY_TYPES },
    description: '`rtp` is RTP and FedNow. `inbound_funds` and `outbound_funds` are credits and book transfers',
  })
  readonly type!: EntryType;

  @ApiProperty({ ...CENTS, description: 'Cents that left available or pending money' })
  readonly debit!: number;

  @ApiProperty({ ...CENTS, description: 'Cents that became available or pending money' })
  readonly credit!: number;
}

@ApiSchema({ name: 'BalanceStatement' })
class BalanceStatementDetailsResponse implements BalanceStatementView {
  @ApiProperty(TIME)
  readonly start_time!: string;

  @ApiProperty(TIME)
  readonly end_time!: string;

  @ApiProperty({ type: AccountBalancesResponse })
  readonly account_balances!: AccountBalancesResponse;

  @ApiProperty({ type: [EntryBalanceResponse], description: 'Only types that moved a balance' })
  readonly ledger_entry_balances!: readonly EntryBalanceView[];
}

export class BalanceStatementResponse {
  @ApiProperty({ type: BalanceStatementDetailsResponse })
  readonly balance_statement_summary_report!: BalanceStatementView;
}
