import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { ExportFilters, ExportResource } from '../domain/exports/export-resources.table.js';
import type { Period } from '../domain/period.js';
import type { Effect } from '../domain/effect.js';
import type { TypedEntry } from '../domain/entry-types.js';
import type { ReportKind, ReportState } from '../domain/report-state.js';
import type { ReportStatus } from '../domain/report-status.js';
import type { Report } from '../domain/report.js';
import type { StatementTotals } from '../domain/statements/statement.js';

/** Which reports to list: created at or after `start_time` and before `end_time`. */
export interface ReportFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly ReportStatus[];
  readonly kind?: readonly ReportKind[];
}

/** The reports of the tenant. Everything happens in the current unit of work. */
export abstract class Reports {
  /** How many are not finished, counted up to `most`; no other is added until the end of the unit of work. */
  abstract countUnfinished(most: number): Promise<number>;
  abstract add(report: Report): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<ReportState | undefined>;
  abstract list(filter: ReportFilter): Promise<Page<ReportState>>;
  /** Locks and loads. */
  abstract lock(id: string): Promise<Report | undefined>;
  /** Writes the state, and the events. */
  abstract save(report: Report): Promise<void>;
  /** Removes it, with its file. @returns false if there is none */
  abstract remove(id: string): Promise<boolean>;
  /** The book of a subledger, also of a closed one. */
  abstract bookOf(subledgerReferenceId: string): Promise<string | undefined>;
}

/** A part of a file that is ready to be stored. */
export interface PackedPart {
  readonly report_id: string;
  /** From 1. */
  readonly number: number;
  /** Of the text. */
  readonly first_byte: number;
  readonly size: number;
  /** Compressed and sealed. */
  readonly content: Buffer;
}

/** Where a part is in its file. */
export type PartPlace = Pick<PackedPart, 'number' | 'first_byte' | 'size'>;

/** The files of reports, in parts. */
export abstract class ReportParts {
  abstract pack(report: Pick<ReportState, 'id' | 'parts' | 'bytes'>, text: string): Promise<PackedPart>;
  /** In the current unit of work, as all others. */
  abstract add(part: PackedPart, madeAt: Date): Promise<void>;
  /** The parts with bytes from the first one to the one before the last. */
  abstract places(reportId: string, bytes: { readonly from: number; readonly to: number }): Promise<PartPlace[]>;
  abstract read(reportId: string, number: number): Promise<Buffer>;
  /** SHA-256 over all parts, hexadecimal. */
  abstract digest(reportId: string, parts: number): Promise<string>;
  abstract discard(reportId: string): Promise<void>;
}

/** Rows of a resource that were created in a period. */
export interface ExportRange extends Period {
  readonly resource: ExportResource;
  readonly filters: ExportFilters;
  /** The place of the last row that is known; empty for none. */
  readonly after: string;
}

export interface ExportedPage {
  /** Each as a JSON object. */
  readonly rows: readonly string[];
  /** The place of the last one; undefined if there is none. */
  readonly last: string | undefined;
}

/** What contexts publish of their rows. */
export abstract class ExportedRows {
  /** The next rows, the oldest first. */
  abstract page(range: ExportRange): Promise<ExportedPage>;
}

/** A range of positions of the ledger. */
export interface Positions {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Whose book; without one, all of them. */
export interface EffectRange extends Positions {
  readonly book: string | null;
}

/** Effects of the same sort. */
export interface SummedEffects extends TypedEntry {
  /** Whether the money only went from one book to another. */
  readonly is_book: boolean;
  /** Cents, above 0. */
  readonly sum: bigint;
}

/** What the statement of a book adds up to. */
export interface BookTotals extends StatementTotals {
  /** Null for the enterprise itself. */
  readonly subledger_reference_id: string | null;
}

/** Entries of a page. */
export const MOST_ENTRIES = 2_000;

/** What the entries of the ledger did to balances. */
export abstract class Effects {
  /**
   * Those of the next entries, at most `MOST_ENTRIES`, by position; none at the end. The effects of an entry are never on two
   * pages.
   */
  abstract page(range: EffectRange): Promise<Effect[]>;
  /** All of them, added up. Reads in bounded steps. */
  abstract sums(range: EffectRange): Promise<SummedEffects[]>;
  /** What the entries added to a book and took from it; moves inside of the book are neither. */
  abstract totalsOf(book: string, range: Positions): Promise<BookTotals>;
  /** The first subledger behind a book, by its id, that entries moved. */
  abstract nextMoved(beyond: string, range: Positions): Promise<string | undefined>;
}
