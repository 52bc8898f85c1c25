import type { LedgerEntry } from '../api/types.js';
import { t, tCode } from '../messages/t.js';
import { moneyColumn, timeColumn } from './columns.js';
import type { Column } from './column.js';

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
  moneyColumn(({ amount }) => amount),
  timeColumn(({ banking_at }) => banking_at, { id: 'banking', header: t('field.bankingTime') }),
  timeColumn(({ created_at }) => created_at, { place: 'end' }),
];
