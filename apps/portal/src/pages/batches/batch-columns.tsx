import type { Batch, BatchEntry } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { codeColumn, countColumn, moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { Id } from '../../ui/values.js';

/** `ACH, RTP` */
export const railsOf = ({ rails }: Batch): string => rails.map((rail) => tCode('rail', rail)).join(', ');

const count = (id: 'accepted' | 'settled' | 'returned'): Column<Batch> =>
  countColumn((batch) => batch[id], { id, header: tCode('status', id), width: '4.5rem' });

const TIME = { width: 'minmax(6.5rem, 1fr)', align: 'start' } as const;
const SUM = { width: 'minmax(6.25rem, 1fr)' } as const;

export const batchColumns: readonly Column<Batch>[] = [
  timeColumn(({ handed_over_at }) => handed_over_at, {
    ...{ ...TIME, id: 'handedOver', header: t('field.handedOver'), place: 'title' },
  }),
  { id: 'rail', header: t('field.rail'), cell: railsOf, width: 'minmax(7rem, 1fr)', place: 'note' },
  timeColumn(({ window_at }) => window_at, { ...TIME, id: 'window', header: t('field.window') }),
  countColumn(({ legs }) => legs, { id: 'legs', header: t('field.legs'), width: '4rem', place: 'end' }),
  moneyColumn(({ amount_out }) => amount_out, { ...SUM, id: 'out', header: t('field.paidOut') }),
  moneyColumn(({ amount_in }) => amount_in, { ...SUM, id: 'in', header: t('field.collected'), place: 'none' }),
  count('accepted'),
  count('settled'),
  count('returned'),
];

export const entryColumns: readonly Column<BatchEntry>[] = [
  {
    id: 'endToEnd',
    header: t('field.endToEnd'),
    cell: ({ end_to_end_id }) => <Id value={end_to_end_id} />,
    width: 'minmax(9rem, 1.4fr)',
    place: 'title',
  },
  codeColumn('side', ({ side }) => side, {
    ...{ id: 'side', header: t('field.side'), width: 'minmax(5rem, 0.6fr)', place: 'note' },
  }),
  moneyColumn(({ amount }) => amount),
  codeColumn('rail', ({ rail }) => rail, { id: 'rail', header: t('field.rail'), width: 'minmax(6rem, 0.8fr)' }),
  {
    id: 'trace',
    header: t('field.trace'),
    cell: ({ trace_number }) => trace_number,
    width: 'minmax(9rem, 1fr)',
    place: 'none',
  },
  statusColumn(({ status }) => status),
];
