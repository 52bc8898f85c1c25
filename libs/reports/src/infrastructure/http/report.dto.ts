import { instant, ListQuery, oneOf, Optional, repeatable, Required, text } from '@payments/http';
import { REPORT_KINDS, REPORT_SCOPES } from '../../domain/report-state.js';
import type { ReportKind, ReportScope } from '../../domain/report-state.js';
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
