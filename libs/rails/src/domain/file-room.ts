import type { Connection } from './connection.js';

/** How much still fits into a file. */
export interface FileRoom {
  readonly entries: number;
  readonly batches: number;
  /** Cents. */
  readonly debit: bigint;
  readonly credit: bigint;
}

/** Twelve digits of cents, which a file control can state. */
const MOST_CENTS = 999_999_999_999n;
/** Ten digits of cents, which an entry can state. */
const MOST_ENTRY_CENTS = 9_999_999_999n;
/** Six digits of records, which a batch control can state: whatever fits into a file fits into one batch of it. */
const MOST_RECORDS = 999_999;

/** The room of an empty file. One entry offsets a whole batch, which may be all of one direction in the file. */
export function emptyRoom({ ach, limits }: Pick<Connection, 'ach' | 'limits'>): FileRoom {
  const recordsOfEntry = ach.addenda === 'none' ? 1 : 2;
  const cents = ach.offset === 'balanced_batch' ? MOST_ENTRY_CENTS : MOST_CENTS;
  return {
    entries: Math.min(limits.file_entries, Math.floor((MOST_RECORDS - 1) / recordsOfEntry)),
    batches: limits.file_batches,
    debit: cents,
    credit: cents,
  };
}

/** Trace numbers that a file can need. */
export function traceCapacity(connection: Pick<Connection, 'ach' | 'limits'>): number {
  const { entries, batches } = emptyRoom(connection);
  return entries + (connection.ach.offset === 'balanced_batch' ? Math.min(entries, batches) : 0);
}

export function lessRoom(room: FileRoom, taken: FileRoom): FileRoom {
  return {
    entries: room.entries - taken.entries,
    batches: room.batches - taken.batches,
    debit: room.debit - taken.debit,
    credit: room.credit - taken.credit,
  };
}
