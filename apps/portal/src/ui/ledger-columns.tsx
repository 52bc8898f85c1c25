import type { LedgerEntry } from '../api/types.js';
import { t, tCode } from '../messages/t.js';
import type { Column } from './data-table.js';
import { Money, Time } from './values.js';

export const ledgerColumns: readonly Column<LedgerEntry>[] = [
  {
    id: 'kind',
    header: t('field.entry'),
    cell: ({ kind }) => tCode('entry', kind),
    width: 'minmax(8rem, 1fr)',
    place: 'title',
  },
  {
    id: 'accounts',
    header: t('field.debitCredit'),
    cell: ({ debit_account, credit_account }) =>
      `${tCode('ledger', debit_account)} → ${tCode('ledger', credit_account)}`,
    width: 'minmax(12rem, 1.8fr)',
    place: 'note',
  },
  {
    id: 'amount',
    header: t('field.amount'),
    cell: ({ amount }) => <Money cents={amount} />,
    width: 'minmax(7rem, 0.8fr)',
    align: 'end',
    place: 'value',
  },
  {
    id: 'banking',
    header: t('field.bankingTime'),
    cell: ({ banking_at }) => <Time at={banking_at} />,
    width: '8rem',
    align: 'end',
    place: 'none',
  },
  {
    id: 'created',
    header: t('field.created'),
    cell: ({ created_at }) => <Time at={created_at} />,
    width: '8rem',
    align: 'end',
    place: 'end',
  },
];
