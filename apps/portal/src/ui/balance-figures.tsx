import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../api/queries.js';
import { t } from '../messages/t.js';
import { Figure, Figures } from './figure.js';
import { Failed, Skeleton } from './states.js';
import { Money, Time } from './values.js';

/** The balance of the enterprise, to the cent. */
export function BalanceFigures() {
  const { data, error, refetch } = useQuery(balanceQuery());
  if (data === undefined)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />;
  const { own, total } = data;
  return (
    <Figures>
      <Figure
        label={t('balance.available')}
        value={<Money cents={own.available} />}
        note={
          <>
            {t('balance.asOf')} <Time at={own.updated_at} />
          </>
        }
      />
      <Figure label={t('balance.pending')} value={<Money cents={own.pending} />} note={t('balance.pendingNote')} />
      <Figure
        label={t('balance.total')}
        value={<Money cents={total.available + total.pending} />}
        note={t('balance.totalNote')}
      />
    </Figures>
  );
}
