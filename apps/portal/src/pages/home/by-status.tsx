import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/types.js';
import { formatShort } from '../../format/time.js';
import '../../messages/lazy/home.js';
import { t, tCode } from '../../messages/t.js';
import { Card } from '../../ui/page.js';
import { useNow, useZone } from '../../ui/preferences.js';
import { Money, Status } from '../../ui/values.js';
import type { Range } from './range.js';
import css from './home.module.css';

type Transfers = NonNullable<Overview['transfers']>;

/** The address of the transfers with a status that the page has counted. */
const searchOf = (status: string, { start, end }: Range) => ({
  status,
  start_time: start,
  ...(end !== undefined && { end_time: end }),
});

interface ByStatusProps extends Pick<Transfers, 'statuses' | 'counted_since'> {
  readonly range: Range;
}

/** How many transfers have each status, and their sums. */
export function ByStatus({ range, statuses, counted_since }: ByStatusProps) {
  const zone = useZone();
  const now = useNow();
  const isCut = Date.parse(counted_since) > Date.parse(range.start);
  return (
    <Card title={t('home.byStatus')}>
      {statuses.length === 0 && <p className={css['muted']}>{t('home.none')}</p>}
      <ul className={css['list']}>
        {statuses.map(({ status, count, amount }) => (
          <li key={status} className={css['row']}>
            <Status of={status} />
            <Link to="/transfers" search={searchOf(status, range)}>
              {t('home.transfers', { count })}
            </Link>
            <Money cents={amount} />
          </li>
        ))}
      </ul>
      {isCut && <p className={css['muted']}>{t('home.cut', { time: formatShort(counted_since, zone, now) })}</p>}
    </Card>
  );
}

interface ReasonsProps extends Pick<Transfers, 'reasons'> {
  readonly range: Range;
}

/** The most frequent reasons as bars; each leads to the transfers that failed by it. */
export function FailureReasons({ reasons, range }: ReasonsProps) {
  const most = Math.max(...reasons.map(({ count }) => count));
  return (
    <Card title={t('home.reasons')}>
      <ul className={css['list']}>
        {reasons.map(({ reason_code, count }) => {
          const name = tCode('reason', reason_code);
          return (
            <li key={reason_code}>
              <Link className={css['bar']} to="/transfers" search={{ ...searchOf('failed', range), reason_code }}>
                <span>{name}</span>
                <span>{count}</span>
                <progress max={most} value={count} aria-label={name} />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
