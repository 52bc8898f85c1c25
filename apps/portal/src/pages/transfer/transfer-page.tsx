import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { curlOf } from '../../api/client.js';
import { transferQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import '../../messages/lazy/transfer.js';
import { t } from '../../messages/t.js';
import { ApprovalBanner } from '../../ui/approval-banner.js';
import { ResourceEvents } from '../../ui/lazy/resource-events.js';
import { LinkButton } from '../../ui/link-button.js';
import { Card, Page } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { partiesOf } from '../../ui/transfer-columns.js';
import { CopyTextButton, Status } from '../../ui/values.js';
import { ApprovalTab } from './approval-tab.js';
import { CancelButton } from './cancel-button.js';
import { JsonTab } from './json-tab.js';
import { LedgerTab } from './ledger-tab.js';
import { Legs } from './legs.js';
import { Overview } from './overview.js';
import { Reasons } from './reasons.js';

export function TransferPage() {
  const { id } = useParams({ from: '/transfers/$id' });
  const { data: transfer, error, refetch } = useQuery(transferQuery(id));
  const crumbs = [{ to: '/transfers', label: t('nav.transfers') }];
  if (transfer === undefined) {
    return (
      <Page title={t('transfer.title')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  return <TransferDetails transfer={transfer} crumbs={crumbs} />;
}

interface DetailsProps {
  readonly transfer: Transfer;
  readonly crumbs: readonly { to: string; label: string }[];
}

function TransferDetails({ transfer, crumbs }: DetailsProps) {
  const canWrite = useCan('write:transfers');
  return (
    <Page
      title={transfer.transfer_reference_id}
      badge={<Status of={transfer.status} />}
      subtitle={t(`transfer.subtitle.${transfer.destination ? (transfer.source ? 'through' : 'out') : 'in'}`, {
        amount: formatMoney(transfer.amount),
        party: partiesOf(transfer),
      })}
      crumbs={crumbs}
      actions={
        <>
          <CopyTextButton text={curlOf(`/deliver/transfers/${transfer.id}`)}>{t('copy.curl')}</CopyTextButton>
          {canWrite && <CancelButton transfer={transfer} />}
          {canWrite && transfer.status === 'failed' && (
            <LinkButton icon="refresh" to="/transfers/new" search={{ from: transfer.id }}>
              {t('transfer.again')}
            </LinkButton>
          )}
        </>
      }
    >
      <ApprovalBanner approval={transfer.approval} text={t('approvals.waits')} />
      <Reasons transfer={transfer} />
      <TransferTabs transfer={transfer} />
    </Page>
  );
}

function TransferTabs({ transfer }: { readonly transfer: Transfer }) {
  const { id, approval } = transfer;
  const [tab, setTab] = useState('overview');
  const canReadLedger = useCan('read:ledger');
  const canReadEvents = useCan('read:webhook-configurations');
  const canReadApprovals = useCan('read:approvals');
  const tabs = [
    { id: 'overview', label: t('transfer.overview'), content: <Overview transfer={transfer} /> },
    { id: 'legs', label: t('transfer.legs'), content: <Legs id={id} /> },
    canReadLedger && { id: 'ledger', label: t('transfer.ledger'), content: <LedgerTab transferId={id} /> },
    canReadEvents && { id: 'events', label: t('transfer.events'), content: <ResourceEvents id={id} /> },
    canReadApprovals &&
      approval && { id: 'approvals', label: t('transfer.approvals'), content: <ApprovalTab id={approval.id} /> },
    { id: 'json', label: t('transfer.json'), content: <JsonTab transfer={transfer} /> },
  ];
  return (
    <Tabs
      label={t('transfer.title')}
      tabs={tabs.flatMap((each) => (each ? [each] : []))}
      active={tab}
      onChange={setTab}
    />
  );
}
