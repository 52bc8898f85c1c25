import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, transfersQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { ListView } from '../../ui/list-view.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { peekAtTransfer, transferColumns } from '../../ui/transfer-columns.js';
import { Id, Status, Time } from '../../ui/values.js';
import { AccountActions, ApplyButton } from './account-actions.js';
import { ReturnHistory } from './return-history.js';

export function AccountPage() {
  const { id } = useParams({ from: '/accounts/$id' });
  const { data: account, error, refetch } = useQuery(accountQuery(id));
  const crumbs = [{ to: '/accounts', label: t('nav.accounts') }];
  if (account === undefined) {
    return (
      <Page title={t('accounts.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  return (
    <Page
      title={account.account_holder_name}
      badge={<Status of={account.status} />}
      subtitle={t('accounts.subtitle', {
        number: account.account_number,
        type: tCode('accountType', account.account_type).toLowerCase(),
      })}
      crumbs={crumbs}
      actions={<AccountActions account={account} />}
    >
      <Notes account={account} />
      <Details account={account} />
      <ReturnHistory account={account} />
      <Transfers account={account} />
    </Page>
  );
}

interface AccountProps {
  readonly account: ExternalAccount;
}

/** What the bank or the verification said about the account. */
function Notes({ account }: AccountProps) {
  const { status_reasons = [], corrections, status } = account;
  const canApply = useCan('write:external-accounts') && status !== 'closed';
  const told = Object.entries(corrections ?? {}).map(([field, value]) =>
    t('accounts.correction', { field: tCode('correction', field), value: String(value) }),
  );
  return (
    <>
      {status_reasons.map(({ reason_code, reason_code_message }) => (
        <Banner key={reason_code} tone="bad" icon="alert">
          {reason_code_message}
        </Banner>
      ))}
      {told.length > 0 && (
        <Banner tone="wait" icon="alert" action={canApply && <ApplyButton account={account} />}>
          {[t('accounts.corrections'), ...told].join(' ')}
        </Banner>
      )}
    </>
  );
}

function Details({ account }: AccountProps) {
  return (
    <Columns>
      <Card title={t('accounts.details')}>
        <Facts
          of={[
            [t('field.account'), account.account_number],
            [t('field.routing'), account.routing_number],
            [t('field.type'), tCode('accountType', account.account_type)],
            [t('field.holder'), account.account_holder_name],
            [t('field.customer'), <CustomerLink key="customer" account={account} />],
          ]}
        />
      </Card>
      <Card title={t('customers.record')}>
        <Facts
          of={[
            [t('field.reference'), account.account_reference_id],
            [t('field.created'), <Time key="created" at={account.created_at} />],
            [t('field.updated'), <Time key="updated" at={account.updated_at} />],
            [t('field.closed'), account.closed_at && <Time key="closed" at={account.closed_at} />],
            [t('field.id'), <Id key="id" value={account.id} />],
            ...Object.entries(account.metadata ?? {}).map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      </Card>
    </Columns>
  );
}

/** The customer in the list of the kind; the enterprise itself is in none. */
function CustomerLink({ account: { customer_reference_id, customer_resource_type: type } }: AccountProps) {
  const canRead = useCan(type === 'person' ? 'read:persons' : 'read:businesses');
  if (!canRead || type === 'enterprise') return customer_reference_id;
  const kind = type === 'person' ? 'persons' : 'businesses';
  return (
    <Link to="/customers" search={{ kind, customer_reference_id }}>
      {customer_reference_id}
    </Link>
  );
}

function Transfers({ account }: AccountProps) {
  if (!useCan('read:transfers')) return null;
  return (
    <Card title={t('nav.transfers')} isFlush>
      <ListView
        label={t('nav.transfers')}
        query={transfersQuery({
          customer_reference_id: account.customer_reference_id,
          account_reference_id: account.account_reference_id,
        })}
        columns={transferColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        peek={peekAtTransfer}
        isPlain
        isFiltered={false}
        empty={<EmptyState icon="transfers" title={t('transfers.empty.title')} text={t('transfers.empty.text')} />}
      />
    </Card>
  );
}
