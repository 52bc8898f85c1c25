import type { AchDiagnostic } from './ach-diagnostic.js';
import type { Addenda, BatchHeader, EntryDetail, FileControl, FileHeader } from './ach-records.table.js';
import type { AchRule } from './ach-rules.table.js';
import type { AchTotals } from './ach-totals.js';

/** A batch as its header describes it. */
export interface AchBatch {
  readonly line: number;
  readonly header: BatchHeader;
  /** The SEC code has another layout, so the records are handed on as they are. */
  readonly is_foreign: boolean;
}

export interface AchEntry {
  readonly line: number;
  readonly detail: EntryDetail;
  readonly addenda: Addenda | null;
  /** The rule that it breaks: its amount is sure, but a person must say which entry is meant. */
  readonly odd: AchDiagnostic | null;
}

/** A record of a batch that is not read further. It contains account numbers and names. */
export interface ForeignRecord {
  readonly line: number;
  readonly text: string;
}

/**
 * What a file consists of, in its order. Everything is provisional until `file_closed`: a later control may show that an
 * entry is wrong, and then the reader throws instead.
 */
export type AchEvent =
  | { readonly kind: 'file_opened'; readonly header: FileHeader | null }
  | { readonly kind: 'batch_opened'; readonly batch: AchBatch }
  | { readonly kind: 'entries'; readonly batch: AchBatch; readonly entries: readonly AchEntry[] }
  | { readonly kind: 'foreign_records'; readonly batch: AchBatch; readonly records: readonly ForeignRecord[] }
  | { readonly kind: 'batch_closed'; readonly batch: AchBatch; readonly totals: AchTotals }
  | {
      readonly kind: 'file_closed';
      readonly control: FileControl | null;
      readonly batches: number;
      readonly totals: AchTotals;
      /** The rules that the file breaks and the caller accepts. */
      readonly waived: readonly AchRule[];
    };

/** The most entries or records in one event. */
export const GROUP_SIZE = 1_000;

export type Emit = (event: AchEvent) => void;
