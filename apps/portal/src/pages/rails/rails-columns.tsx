import type { BankFile, BankFileBatch, BankFileEntry, BankWindow, RailException } from '../../api/types.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { codeColumn, countColumn, moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { Status } from '../../ui/values.js';

interface Sums {
  readonly entries: number;
  readonly debit: number;
  readonly credit: number;
}

const sumColumns = <Row extends Sums>(): readonly Column<Row>[] => [
  countColumn(({ entries }) => entries, { id: 'entries', header: t('rails.entries') }),
  moneyColumn(({ debit }) => debit, { id: 'debit', header: t('rails.debits'), place: 'none' }),
  moneyColumn(({ credit }) => credit, { id: 'credit', header: t('rails.credits') }),
];

export const fileColumns: readonly Column<BankFile>[] = [
  {
    id: 'name',
    header: t('rails.file'),
    cell: ({ file_name, rail }) => file_name ?? tCode('rail', rail),
    width: 'minmax(11rem, 1.8fr)',
    place: 'title',
  },
  statusColumn(({ state }) => state, { id: 'state', header: t('field.state'), width: '9rem' }),
  ...sumColumns<BankFile>(),
  timeColumn(({ cutoff_at }) => cutoff_at, { id: 'cutoff', header: t('rails.cutoff'), place: 'note' }),
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
  ...sumColumns<BankFileBatch>(),
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
  codeColumn('direction', ({ direction }) => direction, { id: 'direction', header: t('field.direction') }),
  moneyColumn(({ amount }) => amount),
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

const WINDOW = { width: 'minmax(7rem, 1fr)', align: 'start' } as const;

export const windowColumns: readonly Column<BankWindow>[] = [
  codeColumn('rail', ({ rail }) => rail, {
    ...{ id: 'rail', header: t('field.rail'), width: 'minmax(8rem, 1fr)', place: 'title' },
  }),
  timeColumn(({ window_at }) => window_at, { ...WINDOW, id: 'window', header: t('rails.cut'), place: 'note' }),
  timeColumn(({ cutoff_at }) => cutoff_at, { ...WINDOW, id: 'cutoff', header: t('rails.cutoff') }),
  timeColumn(({ settles_at }) => settles_at, { ...WINDOW, id: 'settles', header: t('field.settles') }),
  countColumn(({ waiting }) => waiting, { id: 'waiting', header: t('rails.waiting'), width: '6rem', place: 'value' }),
];

/** @param onResolve omitted for whoever only reads */
export const exceptionColumns = (
  onResolve: ((exception: RailException) => void) | undefined,
): readonly Column<RailException>[] => [
  codeColumn('exceptionKind', ({ kind }) => kind, {
    ...{ id: 'kind', header: t('rails.exception'), width: 'minmax(9rem, 1fr)', place: 'title' },
  }),
  {
    id: 'meaning',
    header: t('field.meaning'),
    cell: ({ meaning }) => meaning,
    width: 'minmax(12rem, 2.4fr)',
    place: 'note',
  },
  moneyColumn(({ amount }) => amount),
  timeColumn(({ created_at }) => created_at),
  {
    id: 'resolve',
    header: t('field.actions'),
    cell: (exception) => onResolve && <Button onClick={() => onResolve(exception)}>{t('rails.resolve')}</Button>,
    width: '7rem',
    align: 'end',
    place: 'end',
  },
];
