import { useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { curlOf } from '../../api/client.js';
import { explanationQuery, historyQuery, transferQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { formatBankingDate } from '../../format/time.js';
import { t, tCode } from '../../messages/t.js';
import { ApprovalBanner } from '../../ui/approval-banner.js';
import { LinkButton } from '../../ui/link-button.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { partiesOf } from '../../ui/transfer-columns.js';
import { Code, CopyTextButton, Id, Money, Status, Time } from '../../ui/values.js';
import { CancelButton } from './cancel-button.js';
import { EventsTab } from './events-tab.js';
import { LedgerTab } from './ledger-tab.js';
import { Legs } from './legs.js';
import { Reasons } from './reasons.js';
import { Timeline } from './timeline-view.js';

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
  const [tab, setTab] = useState('overview');
  const canWrite = useCan('write:transfers');
  const canReadLedger = useCan('read:ledger');
  const canReadEvents = useCan('read:webhook-configurations');
  const tabs = [
    { id: 'overview', label: t('transfer.overview'), content: <Overview transfer={transfer} /> },
    { id: 'legs', label: t('transfer.legs'), content: <Legs id={transfer.id} /> },
    ...(canReadLedger
      ? [{ id: 'ledger', label: t('transfer.ledger'), content: <LedgerTab transferId={transfer.id} /> }]
      : []),
    ...(canReadEvents ? [{ id: 'events', label: t('transfer.events'), content: <EventsTab id={transfer.id} /> }] : []),
    { id: 'json', label: t('transfer.json'), content: <Json transfer={transfer} /> },
  ];
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
      <Tabs label={t('transfer.title')} tabs={tabs} active={tab} onChange={setTab} />
    </Page>
  );
}

function Overview({ transfer }: { readonly transfer: Transfer }) {
  const { source, destination } = transfer;
  const party = (side: NonNullable<Transfer['source']>) => (
    <>
      {side.customer_reference_id}
      {' · '}
      <Link
        to="/accounts"
        search={{
          customer_reference_id: side.customer_reference_id,
          account_reference_id: side.account_reference_id,
        }}
      >
        {side.account_reference_id}
      </Link>
    </>
  );
  const traces = [source, destination].flatMap((side) => (side?.trace_number ? [side.trace_number] : []));
  const metadata = Object.entries(transfer.metadata ?? {});
  return (
    <Columns>
      <Card title={t('transfer.timeline')}>
        <Timeline id={transfer.id} />
      </Card>
      <Card title={t('transfer.details')}>
        <Facts
          of={[
            [t('field.amount'), <Money key="amount" cents={transfer.amount} />],
            [t('field.payer'), source && party(source)],
            [t('field.payee'), destination && party(destination)],
            [t('field.speed'), tCode('speed', transfer.speed)],
            [
              t('field.arrives'),
              transfer.estimated_funds_delivery_date &&
                formatBankingDate(transfer.estimated_funds_delivery_date.slice(0, 10)),
            ],
            [
              t('approvals.one'),
              transfer.approval && (
                <Link key="approval" to="/approvals/$id" params={{ id: transfer.approval.id }}>
                  {tCode('status', transfer.approval.status)}
                </Link>
              ),
            ],
            [t('field.descriptor'), transfer.account_statement_descriptor],
            [t('field.trace'), traces.join(', ')],
            [t('field.created'), <Time key="created" at={transfer.created_at} />],
            [t('field.updated'), <Time key="updated" at={transfer.updated_at} />],
            [t('field.id'), <Id key="id" value={transfer.id} />],
            ...metadata.map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      </Card>
    </Columns>
  );
}

/** The answers of the API from which the rest of the page is made. */
function Json({ transfer }: { readonly transfer: Transfer }) {
  const { data: explanation } = useQuery(explanationQuery(transfer.id));
  const { data: statuses } = useQuery(historyQuery(transfer.id));
  return <Code>{JSON.stringify({ transfer, explanation, statuses }, null, 2)}</Code>;
}
