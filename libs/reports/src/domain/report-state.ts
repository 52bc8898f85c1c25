import { DAY_MS } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import type { ExportFilters, ExportResource } from './exports/export-resources.table.js';
import type { ReportStatus } from './report-status.js';

export const REPORT_KINDS = ['recon', 'statement', 'export'] as const;
/** recon: every change of the balances, with the balances after it · statement: of each book and day, as banks write them · export: rows. */
export type ReportKind = (typeof REPORT_KINDS)[number];

export const STATEMENT_FORMATS = ['bai2', 'camt053', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const REPORT_FORMATS = [...STATEMENT_FORMATS, 'ndjson'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_SCOPES = ['total', 'enterprise', 'subledger'] as const;
/** total: the enterprise and all subledgers together · enterprise: without subledgers · subledger: one alone. */
export type ReportScope = (typeof REPORT_SCOPES)[number];

/** report_unbalanced: the balances at the end are not those of the ledger · too_large: the file would have over 2 GiB. */
export const REPORT_FAILURES = ['report_unbalanced', 'too_large'] as const;
export type ReportFailure = (typeof REPORT_FAILURES)[number];

/** How far the file of a report is, as JSON: another worker goes on from there. */
export type ReportProgress = Readonly<Record<string, string>>;

/** Whose money a report is about. */
export interface ReportSubject {
  readonly report_scope: ReportScope;
  /** The book of the ledger; null for all of them. */
  readonly book: string | null;
  readonly subledger_reference_id: string | null;
}

/** A report as stored, column-shaped. */
export interface ReportState extends ReportSubject {
  readonly id: string;
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly status: ReportStatus;
  readonly start_time: Date;
  readonly end_time: Date;
  /** Of an export: what its rows are, and which of them. */
  readonly resource: ExportResource | null;
  readonly filters: ExportFilters | null;
  /** Null until it was started. */
  readonly progress: ReportProgress | null;
  /** What the file has so far. */
  readonly parts: number;
  readonly rows: number;
  readonly bytes: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string | null;
  readonly error: ReportFailure | null;
  /** Counts the events. */
  readonly sequence: number;
  readonly version: number;
  readonly created_by: string | null;
  readonly completed_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The values of a new report. Its keys are the columns. */
export const BEGINNING = {
  ...{ id: undefined, kind: undefined, format: undefined, status: 'created', report_scope: undefined, book: null },
  ...{
    subledger_reference_id: null,
    start_time: undefined,
    end_time: undefined,
    resource: null,
    filters: null,
    progress: null,
    parts: 0,
    rows: 0,
  },
  ...{ bytes: 0, sha256: null, error: null, sequence: 0, version: 1, created_by: null, completed_at: null },
  ...{ created_at: undefined, updated_at: undefined },
} as const satisfies { readonly [Field in keyof ReportState]: ReportState[Field] | undefined };

/** Every field of a report as stored. */
export const REPORT_FIELDS = Object.keys(BEGINNING) as readonly (keyof ReportState)[];

const FILE_KEPT_MS = 30 * DAY_MS;

/** Until when the file can be downloaded; undefined while there is none. */
export function expiresAt({ completed_at }: Pick<ReportState, 'completed_at'>): Date | undefined {
  return completed_at === null ? undefined : new Date(completed_at.getTime() + FILE_KEPT_MS);
}

export interface ReportEvent extends DomainEvent<'report_updated'> {
  readonly sequence: number;
  /** The report as it was right after the event. */
  readonly state: ReportState;
}
