import { instant, ListQuery, oneOf, Optional, repeatable, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { dateOfDay, dayNumber } from '@payments/kernel';
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

const DAY = /^20\d{2}-\d{2}-\d{2}$/;

/** Years of two digits, as BAI2 has them, are of this century. */
const day = {
  expected: 'a date from 2000 on as YYYY-MM-DD',
  schema: { type: 'string', format: 'date' },
  accepts: (value: unknown) => typeof value === 'string' && DAY.test(value) && dateOfDay(dayNumber(value)) === value,
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
