import type { LedgerBreak } from './balance-proof.js';
import type { StatementGap } from './continuity.js';
import type { BookedLine, StatementBreak } from './match-statement.js';
import type { ExpectedPosting } from './expected-posting.js';
import type { ReconciliationBreak } from './reconciliation-break.js';

const NOTHING = { line_id: null, end_to_end_id: null, file: null, file_id: null, batch: null } as const;

/** Whose a posting is, and which order it is of; null where it is of several. */
export interface PostingOwner {
  readonly enterprise_id: string | null;
  readonly end_to_end_id: string | null;
}

/** A break between postings and lines. */
export function statementBreakOf(
  { kind, posting, line, difference }: StatementBreak,
  ownerOf: (posting: ExpectedPosting) => PostingOwner,
): ReconciliationBreak {
  const owner = posting === null ? undefined : ownerOf(posting);
  return {
    ...{ key: `${kind}:${line === null ? posting!.id : line.id}`, kind, difference },
    ...{ for_enterprise: owner?.enterprise_id ?? null, end_to_end_id: owner?.end_to_end_id ?? null },
    ...{ day: line?.value_day ?? posting!.day, line_id: line?.id ?? null },
    ...{ file: namesOf(posting?.files), file_id: onlyOf(posting?.file_ids), batch: namesOf(posting?.batches) },
    ...{
      expected: posting === null ? 'nothing' : shownPosting(posting),
      found: line === null ? 'nothing' : shown(line),
    },
  };
}

/** A break between the ledger and the files. */
export function ledgerBreakOf(
  { kind, end_to_end_id, day, difference }: LedgerBreak,
  enterpriseId: string,
): ReconciliationBreak {
  const texts = {
    ledger_only: { expected: 'nothing in the files', found: `${cents(difference)} in the ledger` },
    rails_only: { expected: `${cents(-difference)} in the files`, found: 'nothing in the ledger' },
    amount: { expected: 'the amount of the files', found: `${cents(difference)} more in the ledger` },
  }[kind];
  return {
    ...{
      ...NOTHING,
      key: `ledger:${kind}:${day}:${enterpriseId}:${end_to_end_id}`,
      kind,
      for_enterprise: enterpriseId,
    },
    ...{ day, end_to_end_id, difference, ...texts },
  };
}

/** A gap before a statement. */
export function gapBreakOf(
  gap: StatementGap,
  statement: { readonly statement_id: string; readonly day: string },
): ReconciliationBreak {
  const [expected, found] = [gap.expected, gap.found].map(String) as [string, string];
  const what = gap.kind === 'balance' ? 'opening balance, cents' : 'number';
  return {
    ...{
      ...NOTHING,
      key: `statement_gap:${gap.kind}:${statement.statement_id}`,
      kind: 'statement_gap',
      for_enterprise: null,
    },
    ...{ day: statement.day, difference: gap.kind === 'balance' ? gap.found - gap.expected : 0n },
    ...{ expected: `${what}: ${expected}`, found: `${what}: ${found}` },
  };
}

/** Pages of a statement that is not whole. */
export function pagesBreakOf({
  bank_id,
  day,
  pages,
}: {
  readonly bank_id: string;
  readonly day: string;
  readonly pages: readonly number[];
}): ReconciliationBreak {
  return {
    ...{ ...NOTHING, key: `statement_gap:pages:${bank_id}`, kind: 'statement_gap', for_enterprise: null, day },
    ...{ difference: 0n, expected: 'all pages of the statement', found: `only these: ${pages.join(', ')}` },
  };
}

/** The balance of the bank is not that of the ledger. */
export function balanceBreakOf(day: string, difference: bigint): ReconciliationBreak {
  return {
    ...{ ...NOTHING, key: 'balance', kind: 'balance', for_enterprise: null, day, difference },
    ...{ expected: 'the cash of the ledger', found: `${cents(difference)} more at the bank` },
  };
}

const cents = (amount: bigint) => `${amount} cents`;

const shown = ({ amount, direction, class: kind }: Pick<BookedLine, 'amount' | 'direction' | 'class'>) =>
  `${kind}: ${direction} of ${cents(amount)}`;

const shownPosting = (posting: ExpectedPosting) =>
  `${shown(posting)} for ${posting.count} ${posting.count === 1 ? 'entry' : 'entries'}`;

const onlyOf = (ids: readonly string[] = []) => (ids.length === 1 ? ids[0]! : null);

/** The first of many: a sum of a day may be of any number of files. */
const MOST_NAMED = 5;

function namesOf(names: readonly string[] | undefined): string | null {
  if (names === undefined || names.length === 0) return null;
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}
