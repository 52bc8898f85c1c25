import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type {
  BalanceStatement,
  BalanceStatementQuery,
  NewExportReport,
  NewReconReport,
  NewStatementReport,
  ReconReportQuery,
  Report,
  ReportQuery,
} from '../types.js';

const ANY_FILE = '*/*';

/** Files for finance, made by the service, and balance statements. */
export class Reports {
  constructor(private readonly api: Api) {}

  /**
   * Requests every change of the balances in a period. The file is there once the status is `completed`, which a
   * `report_updated` event reports. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `invalid_end_time`, `too_many_reports`, and others by field
   * @example
   * const { id } = await payments.reports.createRecon({
   *   start_time: '2026-01-01T05:00:00Z',
   *   end_time: '2026-02-01T05:00:00Z',
   * });
   */
  async createRecon(report: NewReconReport, options: CreateOptions = {}): Promise<Report> {
    return (await this.api.create('post', '/deliver/reports/recon', { ...options, body: report })).report;
  }

  /**
   * Requests statements of days in New York as BAI2, camt.053 or CSV. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `invalid_date`, `invalid_end_date`, `too_many_reports`, and others by field
   * @example
   * await payments.reports.createStatement({ format: 'camt053', date: '2026-01-31' });
   */
  async createStatement(statement: NewStatementReport, options: CreateOptions = {}): Promise<Report> {
    return (await this.api.create('post', '/deliver/reports/statements', { ...options, body: statement })).report;
  }

  /**
   * Requests the rows of a resource that were created in a period, as CSV or NDJSON. Retried when no response arrives, and
   * executed once.
   *
   * @throws PaymentsError `invalid_end_time`, `invalid_filters`, `too_many_reports`, `forbidden` for the audit log
   */
  async createExport(request: NewExportReport, options: CreateOptions = {}): Promise<Report> {
    return (await this.api.create('post', '/deliver/reports/exports', { ...options, body: request })).report;
  }

  /** Reconciliation reports, newest first; iterating fetches the pages. */
  listRecon(query: ReconReportQuery = {}, options: CallOptions = {}): List<Report> {
    return this.api.list('/deliver/reports/recon', { ...options, query }, (response) => response.reports);
  }

  /** Reads a reconciliation report. @throws PaymentsError `unknown_id` */
  async getRecon(id: string, options: CallOptions = {}): Promise<Report> {
    return (await this.api.send('get', '/deliver/reports/recon/{id}', { ...options, path: { id } })).report;
  }

  /** Reports of every kind, newest first; iterating fetches the pages. */
  list(query: ReportQuery = {}, options: CallOptions = {}): List<Report> {
    return this.api.list('/deliver/reports', { ...options, query }, (response) => response.reports);
  }

  /** Reads a report of any kind. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Report> {
    return (await this.api.send('get', '/deliver/reports/{id}', { ...options, path: { id } })).report;
  }

  /** The file of a report as text. @throws PaymentsError `report_not_ready`, `unknown_id` once it has expired */
  download(id: string, options: CallOptions = {}): Promise<string> {
    return this.api.text('/deliver/reports/{id}/download', { ...options, path: { id }, accept: ANY_FILE });
  }

  /** Deletes a report with its file. @throws PaymentsError `unknown_id` */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/deliver/reports/{id}', { ...options, path: { id } });
  }

  /** The balances before and after a period, and what moved them, by type. @throws PaymentsError by field */
  async balances(query: BalanceStatementQuery, options: CallOptions = {}): Promise<BalanceStatement> {
    return (await this.api.send('get', '/deliver/reports/balances', { ...options, query }))
      .balance_statement_summary_report;
  }
}
