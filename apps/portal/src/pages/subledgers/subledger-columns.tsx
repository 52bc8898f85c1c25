import { Link } from '@tanstack/react-router';
import type { BookTransfer, LedgerEntry } from '../../api/types.js';
import '../../messages/lazy/subledgers.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { ledgerColumns } from '../../ui/ledger-columns.js';
import { Facts } from '../../ui/page.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import type { SubledgerRow } from './subledger-queries.js';

export const subledgerColumns: readonly Column<SubledgerRow>[] = [
  {
    ...{ id: 'reference', header: t('field.reference'), width: 'minmax(9rem, 1.5fr)', place: 'title' },
    cell: ({ subledger_reference_id }) => subledger_reference_id,
  },
  {
    ...{ id: 'owner', header: t('subledgers.owner'), width: 'minmax(8rem, 1.2fr)', place: 'note' },
    cell: ({ customer_reference_id }) => customer_reference_id,
  },
  moneyColumn(({ balance }) => balance?.available, { id: 'available', header: t('subledgers.available') }),
  moneyColumn(({ balance }) => balance?.pending, {
    ...{ id: 'pending', header: t('subledgers.pending'), place: 'none' },
  }),
  statusColumn(({ closed_at }) => (closed_at === undefined ? undefined : 'closed'), { width: '6.5rem' }),
  timeColumn(({ created_at }) => created_at),
];

/** Accounts that each subledger has of its own; the others are those of the enterprise. */
const OF_BOOKS: readonly string[] = ['available', 'pending', 'reserved'];

/** The columns of ledger entries that say whose account it is, where it is not that of the subledger. */
export const entryColumns = (subledgerId: string): readonly Column<LedgerEntry>[] => {
  const sideOf = (code: string, owner: string | undefined) => {
    const account = tCode('ledger', code);
    if (owner === subledgerId || !OF_BOOKS.includes(code)) return account;
    const other = owner === undefined ? t('book.ownMoney') : t('subledgers.other');
    return t('subledgers.accountOf', { account, owner: other });
  };
  const cell = (entry: LedgerEntry) =>
    [
      sideOf(entry.debit_account, entry.debit_subledger_id),
      sideOf(entry.credit_account, entry.credit_subledger_id),
    ].join(' → ');
  return ledgerColumns.map((column) => (column.id === 'accounts' ? { ...column, cell } : column));
};

const nameOfSide = (side: BookTransfer['source']): string => side?.subledger_reference_id ?? t('book.enterprise');

export const bookTransferColumns: readonly Column<BookTransfer>[] = [
  {
    ...{ id: 'reference', header: t('field.reference'), width: 'minmax(9rem, 1.2fr)', place: 'title' },
    cell: ({ book_transfer_reference_id }) => book_transfer_reference_id,
  },
  {
    ...{ id: 'sides', header: t('book.sides'), width: 'minmax(12rem, 2fr)', place: 'note' },
    cell: ({ source, destination }) => `${nameOfSide(source)} → ${nameOfSide(destination)}`,
  },
  moneyColumn(({ amount }) => amount),
  statusColumn(({ status }) => status),
  timeColumn(({ created_at }) => created_at),
];

export const peekAtBookTransfer = (transfer: BookTransfer) => ({
  title: transfer.book_transfer_reference_id,
  content: <BookTransferDetails transfer={transfer} />,
});

function BookTransferDetails({ transfer }: { readonly transfer: BookTransfer }) {
  const { id, amount, status, status_reasons = [], source, destination, approval, created_by, metadata } = transfer;
  return (
    <Facts
      of={[
        [t('field.status'), <Status key="status" of={status} />],
        [t('book.because'), status_reasons.map((reason) => reason.source.reason_code_message).join(' ')],
        [t('field.amount'), <Money key="amount" cents={amount} />],
        [t('book.source'), nameOfSide(source)],
        [t('book.destination'), nameOfSide(destination)],
        [
          t('nav.approvals'),
          approval && (
            <Link key="approval" to="/approvals/$id" params={{ id: approval.id }}>
              {t('book.approval')}
            </Link>
          ),
        ],
        [t('book.by'), created_by],
        [t('field.created'), <Time key="created" at={transfer.created_at} />],
        [t('field.id'), <Id key="id" value={id} />],
        ...Object.entries(metadata ?? {}).map(([name, value]) => [name, String(value)] as const),
      ]}
    />
  );
}
