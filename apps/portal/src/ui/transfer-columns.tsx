import type { Overview, Transfer } from '../api/types.js';
import { t, tCode } from '../messages/t.js';
import { codeColumn, moneyColumn, statusColumn, timeColumn } from './columns.js';
import type { Column } from './column.js';
import { Facts } from './page.js';
import { Id, Money, Status, Time } from './values.js';

type Summary = NonNullable<Overview['transfers']>['latest'][number];

/** What a row of a table shows, of a transfer or of its summary. */
type TransferRow = Omit<Summary, 'source' | 'destination'> & Pick<Summary | Transfer, 'source' | 'destination'>;

/** Who gets or pays: the counterparty of the enterprise, or both sides. */
export function partiesOf({ source, destination }: TransferRow): string {
  const names = [source, destination].flatMap((party) => (party ? [party.customer_reference_id] : []));
  return names.join(' → ');
}

/** The direction of a transfer, seen from the balance. */
function directionOf({ source, destination }: TransferRow): 'out' | 'in' | 'through' {
  if (source && destination) return 'through';
  return destination ? 'out' : 'in';
}

export const transferColumns: readonly Column<TransferRow>[] = [
  {
    id: 'reference',
    header: t('field.reference'),
    cell: ({ transfer_reference_id }) => transfer_reference_id,
    width: 'minmax(8rem, 1.4fr)',
    place: 'title',
  },
  { id: 'party', header: t('field.party'), cell: partiesOf, width: 'minmax(7rem, 1.4fr)', place: 'note' },
  {
    id: 'direction',
    header: t('field.direction'),
    cell: (transfer) => t(`direction.${directionOf(transfer)}`),
    width: 'minmax(5rem, 0.6fr)',
    place: 'none',
  },
  moneyColumn(({ amount }) => amount),
  codeColumn('speed', ({ speed }) => speed, { id: 'speed', header: t('field.speed') }),
  statusColumn(({ status }) => status),
  timeColumn(({ created_at }) => created_at),
];

/** What a peek at a row of a list of transfers shows. */
export const peekAtTransfer = (transfer: Transfer) => ({
  title: transfer.transfer_reference_id,
  content: (
    <Facts
      of={[
        [t('field.status'), <Status key="status" of={transfer.status} />],
        [t('field.amount'), <Money key="amount" cents={transfer.amount} />],
        [t('field.party'), partiesOf(transfer)],
        [t('field.speed'), tCode('speed', transfer.speed)],
        [t('field.created'), <Time key="created" at={transfer.created_at} />],
        [t('field.updated'), <Time key="updated" at={transfer.updated_at} />],
        [t('field.descriptor'), transfer.account_statement_descriptor],
        [t('field.id'), <Id key="id" value={transfer.id} />],
      ]}
    />
  ),
});
