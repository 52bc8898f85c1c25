import type { StatementHeader, StatementTotals } from './statement.js';

/** A statement of an account and day, as it is remembered. */
export interface KnownStatement {
  readonly id: string;
  readonly day: string;
  readonly sequence: number | null;
  /** Hash of its content. */
  readonly digest: string;
  readonly closing: bigint;
}

/**
 * What a statement is to those of the same account: told again, a correction of one, or another one. Ids repeat at some
 * banks, which number each year anew; then the day tells.
 */
export function placeStatement(
  { id, day, digest }: Pick<KnownStatement, 'id' | 'day' | 'digest'>,
  known: readonly KnownStatement[],
): 'new' | 'duplicate' | 'correction' {
  const sameDay = known.filter((each) => each.day === day);
  if (sameDay.some((each) => each.digest === digest)) return 'duplicate';
  return sameDay.some((each) => each.id === id) ? 'correction' : 'new';
}

/** The opening balance, where the bank states only the closing one. */
function openingOf({ opening, closing }: StatementHeader, { credits, debits }: StatementTotals): bigint | null {
  return opening ?? (closing === null ? null : closing - credits + debits);
}

/** Something between two statements is missing. */
export type StatementGap =
  | { readonly kind: 'balance'; readonly expected: bigint; readonly found: bigint }
  | { readonly kind: 'sequence'; readonly expected: number; readonly found: number };

/** What is missing between the statement before and this one; its numbers may begin again with a year. */
export function gapsBetween(
  before: KnownStatement,
  { header, totals }: { readonly header: StatementHeader; readonly totals: StatementTotals },
): StatementGap[] {
  const gaps: StatementGap[] = [];
  const opening = openingOf(header, totals);
  if (opening !== null && opening !== before.closing) {
    gaps.push({ kind: 'balance', expected: before.closing, found: opening });
  }
  const { sequence, day } = header;
  if (sequence === null || before.sequence === null || sequence === before.sequence + 1) return gaps;
  const isNewYear = sequence === 1 && day.slice(0, 4) > before.day.slice(0, 4);
  if (!isNewYear) gaps.push({ kind: 'sequence', expected: before.sequence + 1, found: sequence });
  return gaps;
}
