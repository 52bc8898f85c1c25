import { useQuery } from '@tanstack/react-query';
import { waitingApprovalsQuery } from '../api/controls-queries.js';
import { PAGE_SIZE } from '../api/list.js';
import { t } from '../messages/t.js';
import { useHasRested } from './use-rest.js';
import css from './shell.module.css';

/** How many approvals wait for the user; nothing while none does. */
export function InboxCount() {
  const { data: count = 0 } = useQuery({ ...waitingApprovalsQuery(), enabled: useHasRested() });
  if (count === 0) return null;
  return (
    <span className={css['count']} title={t('attention.approvals', { count })}>
      {count < PAGE_SIZE ? count : t('shell.many', { count: PAGE_SIZE - 1 })}
    </span>
  );
}
