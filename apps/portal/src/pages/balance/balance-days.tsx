import { useQuery } from '@tanstack/react-query';
import { balanceQuery, dayBalancesQuery } from '../../api/queries.js';
import { ChartCard } from '../../charts/chart-card.js';
import { formatMoney, formatMoneyShort } from '../../format/money.js';
import { formatBankingDate } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { useNow } from '../../ui/preferences.js';

/** Any time that is the same day in New York. */
const noonOf = (date: string) => `${date}T17:00:00Z`;

/** The balance at the ends of the last days, and now. */
export function BalanceDays() {
  const { data: days } = useQuery(dayBalancesQuery());
  const { data: now } = useQuery(balanceQuery());
  const asOf = useNow().toISOString();
  if (days === undefined || days.length === 0 || now === undefined) return null;
  const points = [...days, now.own];
  return (
    <ChartCard
      {...{ title: t('balance.days'), format: formatMoney, formatShort: formatMoneyShort }}
      times={[...days.map(({ date }) => noonOf(date)), asOf]}
      nameOf={(time) =>
        days.some(({ date }) => noonOf(date) === time) ? formatBankingDate(time.slice(0, 10)) : t('balance.now')
      }
      lines={[
        { label: t('balance.available'), tone: 'series-1', values: points.map(({ available }) => available) },
        { label: t('balance.pending'), tone: 'series-2', values: points.map(({ pending }) => pending) },
      ]}
    />
  );
}
