import { instant, ListQuery, objectOf, oneOf, Optional, repeatable, Required, text, valuesOf } from '@payments/http';
import type { Rule } from '@payments/http';
import { isBankingDate } from '@payments/kernel';
import { EXPORT_FORMATS, EXPORT_RESOURCES } from '../../domain/exports/export-resources.table.js';
import type { ExportFormat, ExportResource } from '../../domain/exports/export-resources.table.js';
import { REPORT_KINDS, REPORT_SCOPES, STATEMENT_FORMATS } from '../../domain/report-state.js';
import type { ReportKind, ReportScope, StatementFormat } from '../../domain/report-state.js';
import { REPORT_STATUSES } from '../../domain/report-status.js';
import type { ReportStatus } from '../../domain/report-status.js';

const MAX_REFERENCE = 255;

const reference = text({ max: MAX_REFERENCE, verbatim: true, example: 'acme-wallet' });

/** Body of `POST /deliver/reports/recon`. */
export class CreateReconDto {
  @Required(instant())
  readonly start_time!: Date;

  /** Not in the future, and at most 400 days after start_time. What happens at this time is not in the report. */
  @Required(instant())
  readonly end_time!: Date;

  /** `total`: the enterprise with all subledgers. `enterprise`: without them. `subledger`: one of them. Default: total. */
  @Optional(oneOf(REPORT_SCOPES))
  readonly report_scope?: ReportScope;

  /** Required with `report_scope: subledger`. */
  @Optional(reference)
  readonly subledger_reference_id?: string;
}

const CENTURY = '20';

/** Years of two digits, as BAI2 has them, are of this century. */
const day = {
  expected: 'a date from 2000 on as YYYY-MM-DD',
  schema: { type: 'string', format: 'date' },
  accepts: (value: unknown) => typeof value === 'string' && value.startsWith(CENTURY) && isBankingDate(value),
} as const satisfies Rule;

/** Body of `POST /deliver/reports/statements`. */
export class CreateStatementDto {
  /** `bai2`: what US banks send. `camt053`: ISO 20022, version camt.053.001.08. `csv`: for spreadsheets. */
  @Required(oneOf(STATEMENT_FORMATS))
  readonly format!: StatementFormat;

  /** A day in New York that has ended. Required without `start_date` and `end_date`. */
  @Optional(day)
  readonly date?: string;

  /** The first day of several, each with statements of its own. */
  @Optional(day)
  readonly start_date?: string;

  /** The last day, which has ended in New York: at most 31 days altogether. */
  @Optional(day)
  readonly end_date?: string;

  /** Of one subledger alone. Otherwise the file has the enterprise on each day, and each subledger on the days that moved it. */
  @Optional(reference)
  readonly subledger_reference_id?: string;
}

const values = valuesOf(text({ max: MAX_REFERENCE, verbatim: true }), { min: 1, max: 100 });
const ofFilters = { stem: 'filters' };

/** Each has the values of which a row must have one. */
export class ExportFiltersDto {
  /** Of transfers, customers and accounts. */
  @Optional(values, ofFilters)
  readonly status?: readonly string[];

  /** Of events. */
  @Optional(values, ofFilters)
  readonly type?: readonly string[];

  /** Of transfers. */
  @Optional(values, ofFilters)
  readonly subledger_reference_id?: readonly string[];

  /** Of customers and accounts. */
  @Optional(values, ofFilters)
  readonly customer_reference_id?: readonly string[];
}

/** Body of `POST /deliver/reports/exports`. */
export class CreateExportDto {
  /** What the rows are. `audit` is for portal users with the scope `read:audit`. */
  @Required(oneOf(EXPORT_RESOURCES))
  readonly resource!: ExportResource;

  /** `csv`, or `ndjson`: one JSON object on each line. */
  @Required(oneOf(EXPORT_FORMATS))
  readonly format!: ExportFormat;

  /** Rows that were created then or later. */
  @Required(instant())
  readonly start_time!: Date;

  /** Not in the future, and at most 400 days after start_time. Rows were created before. */
  @Required(instant())
  readonly end_time!: Date;

  @Optional(objectOf(() => ExportFiltersDto))
  readonly filters?: ExportFiltersDto;
}

/** Query of `GET /deliver/reports/balances`. */
export class BalanceStatementQuery {
  @Required({ ...instant(), fromQuery: true })
  readonly start_time!: Date;

  /** Not in the future, and at most 400 days after start_time. */
  @Required(instant())
  readonly end_time!: Date;

  @Optional(oneOf(REPORT_SCOPES))
  readonly report_scope?: ReportScope;

  @Optional(reference)
  readonly subledger_reference_id?: string;
}

/** Query of lists of reports of one kind. */
export class ReconQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(REPORT_STATUSES)), { stem: 'report_status' })
  readonly status?: readonly ReportStatus[];
}

/** Query of `GET /deliver/reports`. */
export class ReportQuery extends ReconQuery {
  @Optional(repeatable(oneOf(REPORT_KINDS)))
  readonly kind?: readonly ReportKind[];
}
