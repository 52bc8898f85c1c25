import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewQuery } from '../../api/queries.js';
import type { Overview } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { localDay } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { Figure, Figures } from '../../ui/figure.js';
import { dayBoundary } from '../../ui/filters.js';
import { Card, Columns, Page } from '../../ui/page.js';
import { useNow } from '../../ui/preferences.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { transferColumns } from '../../ui/transfer-columns.js';
import { Money, Time } from '../../ui/values.js';
import { Attention } from './attention.js';
import { FailureReasons, Today } from './today.js';
import { FirstSteps } from './first-steps.js';

/** Everything is of one request; a part that the role may not read is not in its answer. */
export function HomePage() {
  const { enterprise } = useMe();
  // The day of the filters, so that a list has the transfers that its link has counted.
  const day = localDay(useNow());
  const { data, error, refetch } = useQuery(overviewQuery(dayBoundary(day, false)));
  return (
    <Page title={t('nav.home')} subtitle={enterprise.name}>
      {data !== undefined && <Content {...data} day={day} />}
      {data === undefined && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
    </Page>
  );
}

function Content({ balance, transfers, attention, day }: Overview & { readonly day: string }) {
  const isNew = transfers?.latest.length === 0;
  return (
    <>
      {balance && <Balance {...balance} />}
      {isNew && <FirstSteps />}
      {transfers && !isNew && (
        <>
          <Columns>
            <Today day={day} {...transfers} />
            <Attention counts={attention} />
          </Columns>
          {transfers.reasons.length > 0 && <FailureReasons reasons={transfers.reasons} />}
          <Latest transfers={transfers.latest} />
        </>
      )}
      {!transfers && attention.length > 0 && <Attention counts={attention} />}
    </>
  );
}

function Balance({ available, pending, reserved, updated_at }: NonNullable<Overview['balance']>) {
  const asOf = (
    <>
      {t('balance.asOf')} <Time at={updated_at} />
    </>
  );
  return (
    <Figures>
      <Figure label={t('balance.available')} value={<Money cents={available} />} note={asOf} />
      <Figure label={t('balance.pending')} value={<Money cents={pending} />} note={t('balance.pendingNote')} />
      <Figure label={t('balance.reserved')} value={<Money cents={reserved} />} note={t('balance.reservedNote')} />
    </Figures>
  );
}

function Latest({ transfers }: { readonly transfers: NonNullable<Overview['transfers']>['latest'] }) {
  return (
    <Card title={t('home.latest')} isFlush actions={<Link to="/transfers">{t('home.all')}</Link>}>
      <DataTable
        label={t('home.latest')}
        columns={transferColumns}
        rows={transfers}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        isPlain
      />
    </Card>
  );
}
