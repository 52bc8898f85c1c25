import type { INestApplicationContext } from '@nestjs/common';
import { validate } from '@payments/http';
import { isBankingDate, newYorkInstant } from '@payments/kernel';
import { CreateExportDto, CreateReconDto, CreateReport, CreateStatementDto, ReadReports } from '@payments/reports';
import type {
  Caller,
  ExportFilters,
  ExportFormat,
  ExportResource,
  ReportScope,
  ReportView,
  StatementFormat,
} from '@payments/reports';
import { inOptions } from '../in-options.js';
import type { OptionNames } from '../in-options.js';
import { LiveLine } from '../live-line.js';
import { count } from '../terminal.js';
import { waitUntil } from '../wait.js';

/** Whoever runs the command reads the whole database, the audit log included. */
export const OPERATOR: Caller = { subject: { kind: 'user' }, scopes: { has: () => true } };

export interface ReconOptions {
  readonly from: string;
  readonly to: string;
  readonly scope?: ReportScope;
  readonly subledger?: string;
}

export interface StatementOptions {
  readonly format: StatementFormat;
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  readonly subledger?: string;
}

export interface ExportOptions {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly from: string;
  readonly to: string;
  readonly filter?: ExportFilters;
}

const PERIOD = { start_time: '--from', end_time: '--to' } as const;
const RECON = { ...PERIOD, report_scope: '--scope', subledger_reference_id: '--subledger' } as const;
const STATEMENT: OptionNames = {
  ...({ date: '--date', start_date: '--from', end_date: '--to', subledger_reference_id: '--subledger' } as const),
};
const EXPORT = { ...PERIOD, filters: '--filter' } as const;

export type Make = (app: INestApplicationContext) => Promise<ReportView>;

/** Each follows the rules of its operation. @throws DomainError as the operation does, but naming options */
export const makeReport = {
  recon:
    ({ from, to, scope, subledger }: ReconOptions): Make =>
    (app) => {
      const report_scope = scope ?? (subledger === undefined ? undefined : 'subledger');
      const asked = { ...periodOf(from, to), report_scope, subledger_reference_id: subledger };
      const create = async () => app.get(CreateReport, { strict: false }).recon(validate(CreateReconDto, asked));
      return inOptions(RECON, create);
    },
  statement:
    ({ format, date, from, to, subledger }: StatementOptions): Make =>
    (app) => {
      const asked = { format, date, start_date: from, end_date: to, subledger_reference_id: subledger };
      const create = async () =>
        app.get(CreateReport, { strict: false }).statement(validate(CreateStatementDto, asked));
      return inOptions(STATEMENT, create);
    },
  export:
    ({ resource, format, from, to, filter }: ExportOptions): Make =>
    (app) => {
      const asked = { resource, format, ...periodOf(from, to), filters: filter };
      const reports = app.get(CreateReport, { strict: false });
      return inOptions(EXPORT, async () => reports.export(validate(CreateExportDto, asked), OPERATOR));
    },
};

/** Waits for the worker that makes the file. */
export async function untilMade(app: INestApplicationContext, id: string): Promise<ReportView> {
  const reports = app.get(ReadReports, { strict: false });
  const line = new LiveLine();
  const made = await waitUntil(
    () => reports.get(id),
    ({ status, rows = 0, bytes = 0 }) => {
      line.show(`report ${id}: ${status}, ${count(rows)} rows, ${count(bytes)} bytes`);
      return status === 'completed' || status === 'failed';
    },
  );
  line.end();
  return made;
}

function periodOf(from: string, to: string) {
  return { start_time: timeOf(from), end_time: timeOf(to) };
}

/** A day begins at midnight in New York. Other text is left to the operation to refuse. */
function timeOf(text: string): string {
  return isBankingDate(text) ? newYorkInstant(text, '00:00').toISOString() : text;
}
