import type { BankFile, BankFileBatch, BankFileEntry, BankWindow, RailException } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { Money, Status, Time } from '../../ui/values.js';

const money = <Row extends { readonly debit: number; readonly credit: number }>(
  side: 'debit' | 'credit',
  header: string,
): Column<Row> => ({
  id: side,
  header,
  width: 'minmax(7rem, 0.8fr)',
  align: 'end',
  place: side === 'credit' ? 'value' : 'none',
  cell: (row) => <Money cents={row[side]} />,
});

export const fileColumns: readonly Column<BankFile>[] = [
  {
    id: 'name',
    header: t('rails.file'),
    cell: ({ file_name, rail }) => file_name ?? tCode('rail', rail),
    width: 'minmax(11rem, 1.8fr)',
    place: 'title',
  },
  {
    id: 'state',
    header: t('field.state'),
    cell: ({ state }) => <Status of={state} />,
    width: '9rem',
    place: 'end',
  },
  {
    id: 'entries',
    header: t('rails.entries'),
    cell: ({ entries }) => entries,
    width: '5rem',
    align: 'end',
    place: 'none',
  },
  money('debit', t('rails.debits')),
  money('credit', t('rails.credits')),
  {
    id: 'cutoff',
    header: t('rails.cutoff'),
    cell: ({ cutoff_at }) => <Time at={cutoff_at} />,
    width: '8rem',
    align: 'end',
    place: 'note',
  },
];

export const batchColumns: readonly Column<BankFileBatch>[] = [
  {
    id: 'batch',
    header: t('rails.batch'),
    cell: ({ batch_number, description }) => `${batch_number} ${description}`,
    width: 'minmax(8rem, 1.4fr)',
    place: 'title',
  },
  { id: 'sec', header: t('rails.sec'), cell: ({ sec }) => sec, width: '5rem', place: 'note' },
  {
    id: 'entries',
    header: t('rails.entries'),
    cell: ({ entries }) => entries,
    width: '5rem',
    align: 'end',
    place: 'none',
  },
  money('debit', t('rails.debits')),
  money('credit', t('rails.credits')),
];

export const entryColumns: readonly Column<BankFileEntry>[] = [
  { id: 'name', header: t('field.name'), cell: ({ name }) => name, width: 'minmax(8rem, 1.2fr)', place: 'title' },
  {
    id: 'account',
    header: t('field.account'),
    cell: ({ account_number }) => account_number,
    width: '7rem',
    place: 'none',
  },
  {
    id: 'trace',
    header: t('field.trace'),
    cell: ({ trace_number }) => trace_number,
    width: 'minmax(9rem, 1fr)',
    place: 'note',
  },
  {
    id: 'direction',
    header: t('field.direction'),
    cell: ({ direction }) => tCode('direction', direction),
    width: '6rem',
    place: 'none',
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
    id: 'state',
    header: t('field.state'),
    cell: ({ state, code }) => (
      <>
        <Status of={state} /> {code}
      </>
    ),
    width: '9.5rem',
    place: 'end',
  },
];

export const windowColumns: readonly Column<BankWindow>[] = [
  {
    id: 'rail',
    header: t('field.rail'),
    cell: ({ rail }) => tCode('rail', rail),
    width: 'minmax(8rem, 1fr)',
    place: 'title',
  },
  {
    id: 'window',
    header: t('rails.cut'),
    cell: ({ window_at }) => <Time at={window_at} />,
    width: 'minmax(7rem, 1fr)',
    place: 'note',
  },
  {
    id: 'cutoff',
    header: t('rails.cutoff'),
    cell: ({ cutoff_at }) => <Time at={cutoff_at} />,
    width: 'minmax(7rem, 1fr)',
    place: 'none',
  },
  {
    id: 'settles',
    header: t('field.settles'),
    cell: ({ settles_at }) => <Time at={settles_at} />,
    width: 'minmax(7rem, 1fr)',
    place: 'none',
  },
  {
    id: 'waiting',
    header: t('rails.waiting'),
    cell: ({ waiting }) => waiting,
    width: '6rem',
    align: 'end',
    place: 'value',
  },
];

/** @param onResolve omitted for whoever only reads */
export const exceptionColumns = (
  onResolve: ((exception: RailException) => void) | undefined,
): readonly Column<RailException>[] => [
  {
    id: 'kind',
    header: t('rails.exception'),
    cell: ({ kind }) => tCode('exceptionKind', kind),
    width: 'minmax(9rem, 1fr)',
    place: 'title',
  },
  {
    id: 'meaning',
    header: t('field.meaning'),
    cell: ({ meaning }) => meaning,
    width: 'minmax(12rem, 2.4fr)',
    place: 'note',
  },
  {
    id: 'amount',
    header: t('field.amount'),
    cell: ({ amount }) => amount !== undefined && <Money cents={amount} />,
    width: 'minmax(6rem, 0.7fr)',
    align: 'end',
    place: 'value',
  },
  {
    id: 'created',
    header: t('field.created'),
    cell: ({ created_at }) => <Time at={created_at} />,
    width: '8rem',
    align: 'end',
    place: 'none',
  },
  {
    id: 'resolve',
    header: t('field.actions'),
    cell: (exception) => onResolve && <Button onClick={() => onResolve(exception)}>{t('rails.resolve')}</Button>,
    width: '7rem',
    align: 'end',
    place: 'end',
  },
];
