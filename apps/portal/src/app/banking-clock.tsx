import { useQuery } from '@tanstack/react-query';
import { clockQuery } from '../api/queries.js';
import { formatFull, formatRelative, formatShort } from '../format/time.js';
import { t } from '../messages/t.js';
import { useNow } from '../ui/preferences.js';
import css from './shell.module.css';

/** The time at which the sandbox's bank works, ahead of the real one, and until when it takes same-day payments. */
export function BankingClock() {
  const { data } = useQuery(clockQuery());
  const now = useNow();
  if (data === undefined) return null;
  const at = new Date(now.getTime() + data.offset_seconds * 1_000);
  const until = data.next_same_day_window_at;
  return (
    <p className={css['clock']}>
      {t('clock.title')}
      <strong>{formatFull(at.toISOString(), 'eastern')}</strong>
      {!data.is_banking_day && t('clock.closed')}
      {until !== undefined && Date.parse(until) > at.getTime() && (
        <span>{t('clock.sameDay', { time: formatShort(until, 'eastern', at), wait: formatRelative(until, at) })}</span>
      )}
    </p>
  );
}
