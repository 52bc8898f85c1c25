import type { BankingDate } from '@payments/kernel';
import { batchNameOf } from './batch-name.js';
import type { StatementClass } from './statement-classes.table.js';

/** How a bank books what it processes. */
export type PostingGrain = 'per_file' | 'per_batch' | 'per_entry' | 'per_day';

/** What the bank owes or takes because of entries of ours, or returns of them: the part of one enterprise. */
export interface PostingItem {
  readonly id: string;
  /** Null where it is because of a file of the bank. */
  readonly file_id: string | null;
  /** The name of the file. */
  readonly file: string;
  readonly batch: string;
  /** Null where it is of no batch of ours. */
  readonly batch_key: string | null;
  /** References that the bank may repeat: names of the file and the batch. */
  readonly references: readonly string[];
  /** References of the entry alone: its trace, end-to-end id and UETR. */
  readonly entry_references: readonly string[];
  readonly day: BankingDate;
  /** Of our account: a credit that we sent debits it. */
  readonly direction: 'credit' | 'debit';
  readonly class: StatementClass;
  /** Cents, above 0. */
  readonly amount: bigint;
  /** How many entries it sums up. */
  readonly count: number;
}

/** One line that the statement should have. */
export interface ExpectedPosting {
  /** The same for the same items and grain. */
  readonly id: string;
  readonly day: BankingDate;
  readonly direction: 'credit' | 'debit';
  readonly class: StatementClass;
  readonly amount: bigint;
  readonly count: number;
  readonly references: readonly string[];
  /** Company id and description, where all of it has the same. */
  readonly batch_name: string | null;
  /** What it consists of, for naming a difference. */
  readonly files: readonly string[];
  /** Of our files alone. */
  readonly file_ids: readonly string[];
  readonly batches: readonly string[];
  /** Ids of the items. */
  readonly items: readonly string[];
}

/** The lines that a statement should have for these items. An offset in a balanced batch is an item of its own. */
export function expectedPostings(items: readonly PostingItem[], grain: PostingGrain): ExpectedPosting[] {
  const groups = new Map<string, PostingItem[]>();
  for (const item of items) {
    const key = keyOf(item, grain);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].map(([id, group]) => postingOf(id, group));
}

function keyOf(item: PostingItem, grain: PostingGrain): string {
  const file = item.file_id ?? item.file;
  const parts = { per_day: [], per_file: [file], per_batch: [file, item.batch] };
  // Each instant payment is booked by itself.
  const isSingle = grain === 'per_entry' || item.class.startsWith('instant_');
  const place = isSingle ? [file, item.batch, ...item.entry_references] : parts[grain];
  return [item.day, item.class, item.direction, ...place].join('|');
}

function postingOf(id: string, items: readonly PostingItem[]): ExpectedPosting {
  const { day, direction, class: kind, entry_references } = items[0]!;
  const [files, batches] = [unique(items.map(({ file }) => file)), unique(items.map(({ batch }) => batch))];
  // A name of the file or batch means this posting only if all of the file or batch is in it.
  const shared = files.length === 1 ? unique(items.flatMap(({ references }) => references)) : [];
  const references = items.length === 1 ? [...entry_references, ...shared] : shared;
  const amount = items.reduce((sum, item) => sum + item.amount, 0n);
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const ids = items.map((item) => item.id);
  const file_ids = unique(items.flatMap(({ file_id }) => file_id ?? []));
  const batch_name = nameOf(items);
  return {
    ...{ id, day, direction, class: kind, amount, count, references, batch_name, files, file_ids, batches },
    items: ids,
  };
}

function nameOf(items: readonly PostingItem[]): string | null {
  const [name = null, other] = unique(items.map(({ batch_key: key }) => (key === null ? null : batchNameOf(key))));
  return other === undefined ? name : null;
}

// Most postings have one item.
const unique = <T>(values: readonly T[]) => (values.length < 2 ? values : [...new Set(values)]);
