import type { Occurrence, Schedule } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn, statusColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { Id } from '../../ui/values.js';

/** Who gets or pays. */
export function partiesOf({ source, destination }: Schedule): string {
  return [source, destination].flatMap((party) => (party ? [party.customer_reference_id] : [])).join(' → ');
}

export const scheduleColumns: readonly Column<Schedule>[] = [
  {
    id: 'reference',
    header: t('field.reference'),
    cell: ({ schedule_reference_id }) => schedule_reference_id,
    width: 'minmax(9rem, 1.4fr)',
    place: 'title',
  },
  {
    id: 'rule',
    header: t('field.dates'),
    cell: ({ rrule_readable }) => rrule_readable,
    width: 'minmax(9rem, 1.8fr)',
    place: 'note',
  },
  { id: 'party', header: t('field.party'), cell: partiesOf, width: 'minmax(8rem, 1.2fr)', place: 'none' },
  moneyColumn(({ amount }) => amount),
  statusColumn(({ status }) => status),
  {
    id: 'next',
    header: t('field.nextPayment'),
    cell: ({ next_payment_date, ended_at }) => (ended_at === undefined ? next_payment_date : ''),
    width: '7.5rem',
    align: 'end',
    place: 'none',
  },
];

export const occurrenceColumns: readonly Column<Occurrence>[] = [
  {
    id: 'date',
    header: t('field.date'),
    cell: ({ occurrence_date }) => occurrence_date,
    width: 'minmax(7rem, 1fr)',
    place: 'title',
  },
  {
    id: 'due',
    header: t('field.due'),
    cell: ({ payment_date }) => payment_date,
    width: 'minmax(7rem, 1fr)',
    place: 'none',
  },
  statusColumn(({ status }) => status, { place: 'value' }),
  {
    id: 'outcome',
    header: t('field.outcome'),
    cell: ({ transfer_id, error_code }) =>
      transfer_id === undefined ? error_code && tCode('error', error_code) : <Id value={transfer_id} />,
    width: 'minmax(9rem, 2fr)',
    place: 'note',
  },
];
