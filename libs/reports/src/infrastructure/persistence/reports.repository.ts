import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { Reports } from '../../application/ports.js';
import type { ReportFilter } from '../../application/ports.js';
import { Report } from '../../domain/report.js';
import type { ReportState } from '../../domain/report-state.js';
import { REPORT_COLUMNS, toRecordedEvent, toState } from './rows.js';
import type { ReportRow } from './rows.js';

const TABLE = 'reports.reports';

const LIST: Parameters<typeof keysetPage<ReportFilter>>[0] = {
  table: TABLE,
  columns: REPORT_COLUMNS,
  conditions: { ...commonFilters, kind: (value) => `listed.kind = ANY(${value})` },
};

@Injectable()
export class ReportsRepository extends Reports {
  constructor(private readonly events: EventLog) {
    super();
  }

  async countUnfinished(most: number): Promise<number> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    // A separate statement, so that the count is taken after the lock is acquired.
    const [, [row]] = await Promise.all([
      transaction.query(
        `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
        [`reports/${enterpriseId}`],
        'lock-report-count',
      ),
      transaction.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (
           SELECT FROM ${TABLE} WHERE enterprise_id = $1 AND status IN ('created', 'pending') LIMIT $2) AS unfinished`,
        [enterpriseId, most],
        'count-unfinished-reports',
      ),
    ]);
    return row!.count;
  }

  async add(report: Report): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${REPORT_COLUMNS})
       SELECT $1, ${REPORT_COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(report.snapshot())],
      'insert-report',
    );
    await this.events.append(report.takeEvents().map(toRecordedEvent));
  }

  async find(id: string): Promise<ReportState | undefined> {
    return this.one(id, '');
  }

  async list(filter: ReportFilter): Promise<Page<ReportState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    return pageOf((await currentTransaction().query<ReportRow>(sql, values, name)).map(toState), filter);
  }

  async lock(id: string): Promise<Report | undefined> {
    const state = await this.one(id, 'FOR UPDATE');
    return state && Report.restore(state);
  }

  // What the client asked for never changes, so only what happens to a report is written.
  async save(report: Report): Promise<void> {
    const state = report.snapshot();
    const saved = await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, progress = s.progress, parts = s.parts, rows = s.rows, bytes = s.bytes,
         sha256 = s.sha256, error = s.error, sequence = s.sequence, version = s.version + 1,
         completed_at = s.completed_at, updated_at = s.updated_at
       FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = $3 AND t.version = s.version RETURNING t.id`,
      [workContext.enterpriseId(), JSON.stringify(state), state.id],
      'update-report',
    );
    if (saved.length === 0) throw new Error('the report was changed by another transaction at the same time');
    const events = report.takeEvents();
    if (events.length > 0) await this.events.append(events.map(toRecordedEvent));
  }

  async remove(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const values = [workContext.enterpriseId(), id];
    const removed = await currentTransaction().query(
      `DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2 RETURNING id`,
      values,
      'delete-report',
    );
    // Behind the lock of the report, so that no worker adds one afterwards.
    await currentTransaction().query(
      'DELETE FROM reports.parts WHERE enterprise_id = $1 AND report_id = $2',
      values,
      'delete-report-parts',
    );
    return removed.length > 0;
  }

  async bookOf(subledgerReferenceId: string): Promise<string | undefined> {
    const [row] = await currentTransaction().query<{ id: string }>(
      `SELECT id FROM subledgers.directory WHERE enterprise_id = $1 AND subledger_reference_id = $2`,
      [workContext.enterpriseId(), subledgerReferenceId],
      'find-book-of-subledger',
    );
    return row?.id;
  }

  private async one(id: string, lock: '' | 'FOR UPDATE'): Promise<ReportState | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<ReportRow>(
      `SELECT ${REPORT_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2 ${lock}`,
      [workContext.enterpriseId(), id],
      `find-report ${lock}`.trim(),
    );
    return row && toState(row);
  }
}
