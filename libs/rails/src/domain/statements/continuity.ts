import { dayNumber } from '@payments/kernel';
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

/** A statement of a day, of which there may be others. */
export interface DayStatement extends Pick<KnownStatement, 'id' | 'digest' | 'sequence'> {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly is_interim: boolean;
  readonly told_at: Date | null;
}

/**
 * The statements of a day that count, whatever order they came in: the final ones, or the last interim one. Of those with the
 * same id or the same opening balance, the last one that the bank made; others are parts of the day if their balances or their
 * numbers go on, and else corrected by the last one. Where the bank does not say when it made them, the last one given here.
 */
export function countingOf<S extends DayStatement>(statements: readonly S[]): S[] {
  const newest = statements.toReversed().sort((one, other) => toldAt(other) - toldAt(one));
  const final = newest.filter(({ is_interim }) => !is_interim);
  if (final.length === 0) return newest.slice(0, 1);
  const counting: S[] = [];
  for (const each of final) {
    const isCorrected = counting.some((other) => other.id === each.id || isSameStart(other, each));
    const isPart = counting.length === 0 || counting.some((other) => goesOn(other, each) || goesOn(each, other));
    if (!isCorrected && isPart) counting.push(each);
  }
  return counting;
}

const toldAt = ({ told_at }: DayStatement) => told_at?.getTime() ?? 0;

/** What moved nothing may be a part of the day, if the bank numbers parts. */
const isSameStart = (one: DayStatement, other: DayStatement) =>
  one.opening !== null &&
  one.opening === other.opening &&
  !([one, other].some(({ opening, closing }) => opening === closing) && (isNext(one, other) || isNext(other, one)));

const goesOn = (one: DayStatement, other: DayStatement) =>
  (one.closing !== null && one.closing === other.opening) || isNext(one, other);

const isNext = (one: DayStatement, other: DayStatement) => one.sequence !== null && other.sequence === one.sequence + 1;

/** The opening balance, where the bank states only the closing one. */
export function openingOf({ opening, closing }: StatementHeader, { credits, debits }: StatementTotals): bigint | null {
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
  if (sequence === null || before.sequence === null) return gaps;
  if (!goesOnFrom({ sequence: before.sequence, day: before.day }, { sequence, day }))
    gaps.push({ kind: 'sequence', expected: before.sequence + 1, found: sequence });
  return gaps;
}

interface Numbered {
  readonly sequence: number;
  readonly day: string;
}

/** Some banks begin again with each year, some give every statement the same number, and some number days. */
function goesOnFrom(before: Numbered, { sequence, day }: Numbered): boolean {
  const isNewYear = sequence === 1 && day.slice(0, 4) > before.day.slice(0, 4);
  const isConstant = sequence === before.sequence;
  const isOfDays = [dayOfYear, dayNumber].some((of) => of(before.day) === before.sequence && of(day) === sequence);
  return sequence === before.sequence + 1 || isNewYear || isConstant || isOfDays;
}

const dayOfYear = (day: string) => dayNumber(day) - dayNumber(`${day.slice(0, 4)}-01-01`) + 1;
