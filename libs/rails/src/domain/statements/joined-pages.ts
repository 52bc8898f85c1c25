import type { StatementHeader, StatementTotals } from './statement.js';

/** A page of a statement, as it was read. */
interface PageOfStatement extends Pick<StatementHeader, 'day' | 'opening' | 'closing' | 'page' | 'is_last_page'> {
  readonly statement_id: string;
  readonly totals: StatementTotals;
}

/** What pages say together. */
interface Joined extends Pick<StatementHeader, 'day' | 'opening' | 'closing'>, StatementTotals {
  /** Ids, in the order of the pages. */
  readonly pages: readonly string[];
}

/** The whole statement; undefined until all pages are there, from the first one to the last one. */
export function joined(pages: readonly PageOfStatement[]): Joined | undefined {
  const ordered = pages.toSorted((one, other) => one.page! - other.page!);
  const last = ordered.at(-1)!;
  if (!last.is_last_page || ordered.some(({ page }, at) => page !== at + 1)) return undefined;
  const totals = ordered.reduce(
    (sum, each) => ({
      ...{ lines: sum.lines + each.totals.lines, credits: sum.credits + each.totals.credits },
      debits: sum.debits + each.totals.debits,
    }),
    { lines: 0, credits: 0n, debits: 0n },
  );
  const { day, closing } = last;
  return { ...totals, day, closing, opening: ordered[0]!.opening, pages: ordered.map((each) => each.statement_id) };
}
