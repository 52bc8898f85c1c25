import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { latestTransfersQuery } from '../../api/queries.js';
import { useCan, useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { BalanceFigures } from '../../ui/balance-figures.js';
import { DataTable } from '../../ui/data-table.js';
import { Card, Page } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { transferColumns } from '../../ui/transfer-columns.js';
import { FirstSteps } from './first-steps.js';

const LATEST = 10;

export function HomePage() {
  const { enterprise } = useMe();
  const canReadBalance = useCan('read:balances');
  const canReadTransfers = useCan('read:transfers');
  return (
    <Page title={t('nav.home')} subtitle={enterprise.name}>
      {canReadBalance && <BalanceFigures />}
      {canReadTransfers && <Latest />}
    </Page>
  );
}

function Latest() {
  const { data, error, refetch } = useQuery(latestTransfersQuery(LATEST));
  if (data === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  if (data.length === 0) return <FirstSteps />;
  return (
    <Card title={t('home.latest')} isFlush actions={<Link to="/transfers">{t('home.all')}</Link>}>
      <DataTable
        label={t('home.latest')}
        columns={transferColumns}
        rows={data}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        isPlain
      />
    </Card>
  );
}
