import type { Verification } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';

export const verificationColumns: readonly Column<Verification>[] = [
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
    cell: ({ account_number }) => account_number,
    width: 'minmax(6rem, 0.7fr)',
    place: 'note',
  },
  statusColumn(({ verification_status }) => verification_status, { place: 'value' }),
  statusColumn(({ ownership_status }) => ownership_status, {
    ...{ id: 'owner', header: t('field.owner'), width: '8rem', place: 'none' },
  }),
  statusColumn(({ control_status }) => control_status, { id: 'control', header: t('field.control'), place: 'none' }),
  statusColumn(({ debit_status }) => debit_status, { id: 'debits', header: t('field.debits'), place: 'none' }),
  timeColumn(({ updated_at }) => updated_at, { id: 'updated', header: t('field.updated'), place: 'end' }),
];
