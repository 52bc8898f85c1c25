import type { Verification } from '../../api/types.js';
import { t } from '../../messages/t.js';
import type { Column } from '../../ui/data-table.js';
import { Status, Time } from '../../ui/values.js';

const shown = (status: string | undefined) => status && <Status of={status} />;

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
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ verification_status }) => <Status of={verification_status} />,
    width: '7.5rem',
    place: 'value',
  },
  {
    id: 'owner',
    header: t('field.owner'),
    cell: ({ ownership_status }) => shown(ownership_status),
    width: '8rem',
    place: 'none',
  },
  {
    id: 'control',
    header: t('field.control'),
    cell: ({ control_status }) => shown(control_status),
    width: '7.5rem',
    place: 'none',
  },
  {
    id: 'debits',
    header: t('field.debits'),
    cell: ({ debit_status }) => shown(debit_status),
    width: '7.5rem',
    place: 'none',
  },
  {
    id: 'updated',
    header: t('field.updated'),
    cell: ({ updated_at }) => <Time at={updated_at} />,
    width: '7.5rem',
    align: 'end',
    place: 'end',
  },
];
