import { Link } from '@tanstack/react-router';
import type { BankStatement, BankStatementLine } from '../../api/types.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { Status } from '../../ui/values.js';

export const statementColumns: readonly Column<BankStatement>[] = [
  {
    ...{ id: 'day', header: t('field.date'), width: 'minmax(7.5rem, 1fr)', place: 'title' },
    cell: ({ day }) => formatBankingDate(day),
  },
  {
    ...{ id: 'account', header: t('field.account'), width: 'minmax(9rem, 1.4fr)', place: 'note' },
    cell: ({ connection, account_number }) => `${connection} ${account_number}`,
  },
  moneyColumn(({ credits }) => credits, { id: 'credits', header: t('rails.credits'), place: 'none' }),
  moneyColumn(({ debits }) => debits, { id: 'debits', header: t('rails.debits'), place: 'none' }),
  moneyColumn(({ closing }) => closing, {
    ...{ id: 'closing', header: t('statements.closing'), width: 'minmax(9rem, 1fr)' },
  }),
  {
    ...{ id: 'state', header: t('field.state'), width: '11rem', place: 'end' },
    cell: ({ state, gap }) => (
      <>
        <Status of={state} /> {gap && <Status of="gap" />}
      </>
    ),
  },
];

/** What a line is to the comparison. */
export function matchOf({ status, open, explained_as, matched_by }: BankStatementLine): string {
  if (status !== 'booked') return status;
  if (matched_by !== undefined) return 'matched';
  if (explained_as !== undefined) return 'explained';
  return open ? 'unmatched' : 'shown';
}

/** Cents as the account has them: what leaves it is negative. */
export const signedAmount = ({ direction, amount }: BankStatementLine): number =>
  direction === 'debit' ? -amount : amount;

export const kindOf = ({ class: kind, reversal }: BankStatementLine): string => {
  const name = tCode('lineClass', kind);
  return reversal ? t('statements.reversal', { kind: name }) : name;
};

/** The file that a line was matched with; the first one of several. */
export const fileOf = ({ matched_with: [first] = [] }: BankStatementLine): string | undefined =>
  first?.file_id === undefined ? undefined : `/rails/${first.file_id}`;

export const lineColumns: readonly Column<BankStatementLine>[] = [
  {
    ...{ id: 'class', header: t('field.kind'), width: 'minmax(9rem, 1fr)', place: 'title' },
    cell: kindOf,
  },
  {
    ...{ id: 'day', header: t('statements.valueDay'), width: '7.5rem', place: 'none' },
    cell: ({ value_day }) => formatBankingDate(value_day),
  },
  {
    id: 'text',
    header: t('statements.bankText'),
    cell: ({ text }) => text,
    width: 'minmax(9rem, 1.4fr)',
    place: 'note',
  },
  {
    ...{ id: 'matched', header: t('statements.matchedWith'), width: 'minmax(11rem, 1.8fr)', place: 'none' },
    cell: (line) => <MatchedWith line={line} />,
  },
  moneyColumn(signedAmount),
  {
    ...{ id: 'match', header: t('field.match'), width: '8.5rem', place: 'end' },
    cell: (line) => <Status of={matchOf(line)} />,
  },
];

function MatchedWith({ line }: { readonly line: BankStatementLine }) {
  const { explained_as, matched_with: [first, ...others] = [] } = line;
  if (explained_as !== undefined) return t('statements.explained', { kind: tCode('lineClass', explained_as) });
  if (first === undefined) return line.open && t('statements.nothing');
  const batch = t('statements.batchOf', { file: first.file_name, batch: first.batch });
  const name = others.length === 0 ? batch : t('statements.more', { text: batch, count: others.length });
  const file = fileOf(line);
  return file === undefined ? (
    name
  ) : (
    <Link to={file} tabIndex={-1}>
      {name}
    </Link>
  );
}
