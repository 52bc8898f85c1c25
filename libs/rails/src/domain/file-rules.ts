import { DAY_MS, MINUTE_MS, newYorkDate, newYorkInstant } from '@payments/kernel';
import type { Connection } from './connection.js';
import type { FileState, FileStatus } from './file-state.js';

/** Why a file is held, and what an operator checks before its release. */
export const HOLD_REASONS = {
  manual: 'the profile releases no file automatically',
  first_files: 'the first files of a connection are released by an operator',
  file_limit: 'its debits or credits exceed the limit of a file',
  day_limit: 'the debits or credits of its day exceed the limit of a day',
  large: 'its total exceeds the limit of automatic release',
  modifiers_exhausted: 'the 36 file id modifiers of the day are used',
  network_rule: 'its message breaks a rule of its network; correct the profile and take it back with withdraw',
  late: 'it missed its cut-off, so its effective date is stale',
  host_key: 'the server is not the pinned one',
  path: 'the server refuses a directory or a right',
  operator: 'an operator holds it',
} as const;
export type HoldReason = keyof typeof HOLD_REASONS;

interface Circumstances {
  /** How many files of the connection the bank has had. */
  readonly sent: number;
  /** The totals of the other files of its creation date that leave. */
  readonly ofDay: Pick<FileState, 'debit' | 'credit'>;
  readonly now: Date;
}

/** What does not count in the totals of a day. */
export const NOT_LEAVING: readonly FileStatus[] = ['withdrawn', 'resubmitted', 'failed', 'dropped'];

/** Why a file that was just rendered may not leave; undefined if it may. */
export function holdReason(
  file: FileState,
  { limits, release }: Pick<Connection, 'limits' | 'release'>,
  { sent, ofDay, now }: Circumstances,
): HoldReason | undefined {
  if (isLate(file, now)) return 'late';
  if (file.debit > BigInt(limits.file_debit_cents) || file.credit > BigInt(limits.file_credit_cents)) {
    return 'file_limit';
  }
  if (exceeds(ofDay.debit + file.debit, limits.day_debit_cents)) return 'day_limit';
  if (exceeds(ofDay.credit + file.credit, limits.day_credit_cents)) return 'day_limit';
  if (exceeds(file.debit + file.credit, release.manual_over_cents)) return 'large';
  if (release.mode === 'manual') return 'manual';
  return sent < release.first_files_manual ? 'first_files' : undefined;
}

const exceeds = (cents: bigint, limit: number | null) => limit !== null && cents > BigInt(limit);

/** Its bytes carry an effective date that the bank can no longer meet. */
export const isLate = ({ cutoff_at }: Pick<FileState, 'cutoff_at'>, now: Date): boolean => now > cutoff_at;

/** When the bank stops taking the file of a window that ends at an instant. */
export function cutoffOf(cutAt: Date, { timing }: Pick<Connection, 'timing'>): Date {
  return new Date(cutAt.getTime() + timing.lead_minutes * MINUTE_MS);
}

/** A message leaves at once. Its day of execution is stale when that day in New York is over. */
export function messageTimes(from: Date): Pick<FileState, 'cut_at' | 'upload_by' | 'cutoff_at'> {
  const tomorrow = newYorkDate(new Date(newYorkInstant(newYorkDate(from), '12:00').getTime() + DAY_MS));
  const cutoff_at = new Date(newYorkInstant(tomorrow, '00:00').getTime() - 1);
  return { cut_at: from, upload_by: cutoff_at, cutoff_at };
}

/** The real instants of the file of a window. Its cut-off is as stored with the orders, whenever the file is cut. */
export function fileTimes(
  { cut_at, cutoff_at }: { readonly cut_at: Date; readonly cutoff_at: Date | null },
  connection: Pick<Connection, 'timing'>,
): Pick<FileState, 'cut_at' | 'upload_by' | 'cutoff_at'> {
  const cutoff = cutoff_at ?? cutoffOf(cut_at, connection);
  const marginMs = connection.timing.upload_margin_minutes * MINUTE_MS;
  return { cut_at, upload_by: new Date(cutoff.getTime() - marginMs), cutoff_at: cutoff };
}

const MODIFIERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** As many NACHA files may have the same creation date. */
export const MOST_FILES_OF_DAY = MODIFIERS.length;

/** How many files the windows of a day can fill, one for each; late entries and full files need more. */
export function filesOfDay({
  windows,
  rails,
  ach,
  companies,
}: Pick<Connection, 'windows' | 'rails' | 'ach' | 'companies'>): number {
  const kinds = companies.flatMap(({ sec }) =>
    Object.entries(sec).map(([use, code]) => ({ sec: code, direction: use.endsWith('debit') ? 'debit' : 'credit' })),
  );
  const apart = {
    none: () => '',
    direction: ({ direction }) => direction,
    sec: ({ sec }) => sec,
    both: ({ sec, direction }) => `${sec} ${direction}`,
  } satisfies Record<typeof ach.separate_files, (kind: (typeof kinds)[number]) => string>;
  const files = new Set(kinds.map(apart[ach.separate_files])).size;
  return files * windows.filter(({ rail }) => rails[rail] === 'ach').length;
}

/** The first modifier that no file of the day has; undefined when all are used. */
export function freeModifier(used: ReadonlySet<string>): string | undefined {
  return MODIFIERS.find((modifier) => !used.has(modifier));
}

const FIRST_PAUSE_MS = 5_000;
const LAST_PAUSE_MS = 300_000;

/** How long to wait before another attempt. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), LAST_PAUSE_MS);
}
