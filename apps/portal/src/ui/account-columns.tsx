import type { ExternalAccount } from '../api/types.js';
import { t, tCode } from '../messages/t.js';
import { statusColumn, timeColumn } from './columns.js';
import type { Column } from './column.js';
import { Facts } from './page.js';
import { Id, Status, Time } from './values.js';

export const accountColumns: readonly Column<ExternalAccount>[] = [
  {
    id: 'holder',
    header: t('field.holder'),
    cell: ({ account_holder_name }) => account_holder_name,
    width: 'minmax(9rem, 1.5fr)',
    place: 'title',
  },
  {
    id: 'number',
    header: t('field.account'),
    cell: ({ account_number, account_type }) => `${account_number} ${tCode('accountType', account_type).toLowerCase()}`,
    width: 'minmax(8rem, 1fr)',
    place: 'note',
  },
  {
    id: 'reference',
    header: t('field.reference'),
    cell: ({ account_reference_id }) => account_reference_id,
    width: 'minmax(8rem, 1.2fr)',
    place: 'none',
  },
  {
    id: 'customer',
    header: t('field.customer'),
    cell: ({ customer_reference_id }) => customer_reference_id,
    width: 'minmax(8rem, 1.2fr)',
    place: 'none',
  },
  statusColumn(({ status }) => status, { width: '8rem', place: 'value' }),
  timeColumn(({ updated_at }) => updated_at, { id: 'updated', header: t('field.updated') }),
];

export const peekAtAccount = (account: ExternalAccount) => ({
  title: account.account_holder_name,
  content: (
    <Facts
      of={[
        [t('field.status'), <Status key="status" of={account.status} />],
        [t('field.account'), account.account_number],
        [t('field.routing'), account.routing_number],
        [t('field.type'), tCode('accountType', account.account_type)],
        [t('field.reference'), account.account_reference_id],
        [t('field.customer'), account.customer_reference_id],
        [t('field.created'), <Time key="created" at={account.created_at} />],
        [t('field.id'), <Id key="id" value={account.id} />],
      ]}
    />
  ),
});
