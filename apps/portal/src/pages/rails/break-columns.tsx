import type { BankBreak } from '../../api/types.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { codeColumn, moneyColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';

/** The file of a difference, else the statement; none where it is about neither. */
export const placeOf = ({ file_id, statement_id }: BankBreak): string | undefined => {
  if (file_id !== undefined) return `/rails/${file_id}`;
  return statement_id === undefined ? undefined : `/rails/statements/${statement_id}`;
};

export const breakColumns = (onShow: (found: BankBreak) => void): readonly Column<BankBreak>[] => [
  codeColumn('breakKind', ({ kind }) => kind, {
    ...{ id: 'kind', header: t('field.kind'), width: 'minmax(9rem, 1fr)', place: 'title' },
  }),
  {
    ...{ id: 'differs', header: t('breaks.found'), width: 'minmax(12rem, 2.2fr)', place: 'note' },
    cell: ({ expected, found }) => t('breaks.expectedFound', { expected, found }),
  },
  {
    ...{ id: 'file', header: t('rails.file'), width: 'minmax(8rem, 1.2fr)', place: 'none' },
    cell: ({ file_name }) => file_name,
  },
  moneyColumn(({ difference }) => difference, { id: 'difference', header: t('breaks.difference') }),
  {
    ...{ id: 'day', header: t('field.date'), width: '7.5rem', place: 'none' },
    cell: ({ day }) => formatBankingDate(day),
  },
  {
    ...{ id: 'do', header: t('field.actions'), width: '8rem', align: 'end', place: 'end' },
    cell: (found) => (
      <Button size="small" onClick={() => onShow(found)}>
        {t('breaks.whatToDo')}
      </Button>
    ),
  },
];
