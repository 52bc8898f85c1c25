import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/types.js';
import { formatShort } from '../../format/time.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Facts } from '../../ui/page.js';
import { useNow, useZone } from '../../ui/preferences.js';
import { dayBoundary } from '../../ui/filters.js';
import { Money, Status } from '../../ui/values.js';
import css from './home.module.css';

type Transfers = NonNullable<Overview['transfers']>;

interface TodayProps extends Pick<Transfers, 'statuses' | 'counted_since'> {
  readonly day: string;
}

/** How many transfers of today have each status, and their sums. */
export function Today({ day, statuses, counted_since }: TodayProps) {
  const zone = useZone();
  const now = useNow();
  const isCut = Date.parse(counted_since) > Date.parse(dayBoundary(day, false));
  return (
    <Card title={t('home.today')}>
      {statuses.length === 0 && <p className={css['muted']}>{t('home.noneToday')}</p>}
      <ul className={css['list']}>
        {statuses.map(({ status, count, amount }) => (
          <li key={status} className={css['row']}>
            <Status of={status} />
            <Link to="/transfers" search={{ status, start_time: day }}>
              {t('home.transfers', { count })}
            </Link>
            <Money cents={amount} />
          </li>
        ))}
      </ul>
      {isCut && <p className={css['muted']}>{t('home.todayCut', { time: formatShort(counted_since, zone, now) })}</p>}
    </Card>
  );
}

export function FailureReasons({ reasons }: Pick<Transfers, 'reasons'>) {
  return (
    <Card title={t('home.reasons')}>
      <Facts of={reasons.map(({ reason_code, count }) => [tCode('reason', reason_code), String(count)])} />
    </Card>
  );
}
