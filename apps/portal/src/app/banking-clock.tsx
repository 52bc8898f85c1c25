import { useQuery } from '@tanstack/react-query';
import { clockQuery } from '../api/queries.js';
import { formatFull } from '../format/time.js';
import { t } from '../messages/t.js';
import css from './shell.module.css';

/** The time at which the sandbox's bank works; it runs ahead of the real one. */
export function BankingClock() {
  const { data } = useQuery(clockQuery());
  if (data === undefined) return null;
  return (
    <p className={css['clock']}>
      {t('clock.title')}
      <strong>{formatFull(data.banking_time, 'eastern')}</strong>
      {!data.is_banking_day && t('clock.closed')}
    </p>
  );
}
