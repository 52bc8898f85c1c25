import type { Batch, BatchEntry } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import type { Column } from '../../ui/data-table.js';
import { Id, Money, Status, Time } from '../../ui/values.js';

/** `ACH, RTP` */
export const railsOf = ({ rails }: Batch): string => rails.map((rail) => tCode('rail', rail)).join(', ');

const count = (id: 'accepted' | 'settled' | 'returned'): Column<Batch> => ({
  id,
  header: tCode('status', id),
  cell: (batch) => batch[id],
  width: '6rem',
  align: 'end',
  place: 'none',
});

export const batchColumns: readonly Column<Batch>[] = [
  {
    id: 'handedOver',
    header: t('field.handedOver'),
    cell: ({ handed_over_at }) => <Time at={handed_over_at} />,
    width: 'minmax(8rem, 1fr)',
    place: 'title',
  },
  { id: 'rail', header: t('field.rail'), cell: railsOf, width: 'minmax(7rem, 1fr)', place: 'note' },
  {
    id: 'window',
    header: t('field.window'),
    cell: ({ window_at }) => <Time at={window_at} />,
    width: 'minmax(8rem, 1fr)',
    place: 'none',
  },
  { id: 'legs', header: t('field.legs'), cell: ({ legs }) => legs, width: '5rem', align: 'end', place: 'end' },
  {
    id: 'out',
    header: t('field.paidOut'),
    cell: ({ amount_out }) => <Money cents={amount_out} />,
    width: 'minmax(7rem, 1fr)',
    align: 'end',
    place: 'value',
  },
  {
    id: 'in',
    header: t('field.collected'),
    cell: ({ amount_in }) => <Money cents={amount_in} />,
    width: 'minmax(7rem, 1fr)',
    align: 'end',
    place: 'none',
  },
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
  {
    id: 'side',
    header: t('field.side'),
    cell: ({ side }) => tCode('side', side),
    width: 'minmax(5rem, 0.6fr)',
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
    id: 'rail',
    header: t('field.rail'),
    cell: ({ rail }) => tCode('rail', rail),
    width: 'minmax(6rem, 0.8fr)',
    place: 'none',
  },
  {
    id: 'trace',
    header: t('field.trace'),
    cell: ({ trace_number }) => trace_number,
    width: 'minmax(9rem, 1fr)',
    place: 'none',
  },
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ status }) => <Status of={status} />,
    width: '7.5rem',
    place: 'end',
  },
];
