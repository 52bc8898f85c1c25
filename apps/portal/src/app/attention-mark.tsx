import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '../api/queries.js';
import { t } from '../messages/t.js';
import { Icon } from '../ui/icon.js';
import { useHasRested } from './use-rest.js';
import css from './shell.module.css';

const MOST_SHOWN = 99;
/** After the count of approvals. */
const REST_MS = 5_000;

/** How many things need attention, and the way to them; nothing while none does. */
export function AttentionMark() {
  const { data: count = 0 } = useQuery({ ...attentionQuery(), enabled: useHasRested(REST_MS) });
  if (count === 0) return null;
  const label = t('attention.mark', { count });
  return (
    <Link to="/" className={css['attention']} title={label} aria-label={label}>
      <Icon name="alert" />
      {count > MOST_SHOWN ? t('shell.many', { count: MOST_SHOWN }) : count}
    </Link>
  );
}
