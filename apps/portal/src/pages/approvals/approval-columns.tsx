import type { Approval } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { partiesOf, progressOf, subjectOf } from './subject.js';

export const approvalColumns: readonly Column<Approval>[] = [
  {
    id: 'subject',
    header: t('field.reference'),
    cell: (approval) => subjectOf(approval).title,
    width: 'minmax(9rem, 1.3fr)',
    place: 'title',
  },
  {
    id: 'party',
    header: t('field.party'),
    cell: (approval) => partiesOf(subjectOf(approval)) || tCode('subjectType', approval.subject_type),
    width: 'minmax(8rem, 1.2fr)',
    place: 'note',
  },
  moneyColumn((approval) => subjectOf(approval).cents),
  {
    id: 'by',
    header: t('approvals.requestedBy'),
    cell: ({ requested_by }) => requested_by,
    width: 'minmax(7rem, 1fr)',
    place: 'none',
  },
  {
    id: 'given',
    header: t('approvals.given'),
    cell: (approval) => t('approvals.progress', { ...progressOf(approval) }),
    width: '6.5rem',
    place: 'none',
  },
  statusColumn(({ status }) => (status === 'pending' ? 'waiting' : status)),
  timeColumn(({ requested_at }) => requested_at, { id: 'requested', header: t('approvals.requested') }),
];
