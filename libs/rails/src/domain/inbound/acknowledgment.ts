/** What a bank says about a file, a batch or an entry. `other`: a status that neither accepts nor refuses. */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'other';

/** Counts and sums of a file as the bank states them; amounts are cents. What it does not state is missing. */
export interface StatedTotals {
  readonly batches?: number;
  /** Entries and addenda. */
  readonly records?: number;
  readonly debit?: number;
  readonly credit?: number;
  /** Entries without addenda, and the sum of all their amounts. */
  readonly entries?: number;
  readonly total?: number;
  /** Of the whole file. */
  readonly bytes?: number;
}

/** What identifies a file in its header. */
export interface FileIdentity {
  readonly immediate_origin: string;
  readonly immediate_destination: string;
  /** YYMMDD. */
  readonly creation_date: string;
  /** HHMM, or empty. */
  readonly creation_time: string;
  readonly modifier: string;
}

export interface AcknowledgedBatch {
  readonly line: number;
  readonly number: number;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

export interface AcknowledgedEntry {
  readonly line: number;
  readonly trace: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Cents, where the bank says them. */
  readonly amount?: number;
}

/** An entry that the bank names by the reference that we gave it. */
export interface AcknowledgedReference {
  readonly line: number;
  /** Columns 40 to 54 of the entry detail. */
  readonly reference: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

/** What an acknowledgment says about one file. */
export interface AcknowledgedFile {
  readonly line: number;
  readonly name: string | null;
  readonly identity: FileIdentity | null;
  /** Null when it only speaks of batches or entries. */
  readonly verdict: Verdict | null;
  /** In the words of the bank, at most 100 characters. */
  readonly status: string;
  readonly reason: string | null;
  readonly totals: StatedTotals;
  readonly batches: readonly AcknowledgedBatch[];
  readonly entries: readonly AcknowledgedEntry[];
  readonly references?: readonly AcknowledgedReference[];
}

/** The totals of a file that differ from what a bank states. */
export function differingTotals(stated: StatedTotals, ours: Required<StatedTotals>): (keyof StatedTotals)[] {
  return (Object.keys(ours) as (keyof StatedTotals)[]).filter(
    (total) => stated[total] !== undefined && stated[total] !== ours[total],
  );
}

const LONGEST_REASON = 100;

/** A bank's words as they may be stored: digits that could be an account number become #. */
export function withoutNumbers(words: string): string {
  return words
    .replace(/\d{4,}/g, '#')
    .slice(0, LONGEST_REASON)
    .trim();
}
