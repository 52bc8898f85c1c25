import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery, customerQuery, transfersQuery } from '../../api/queries.js';
import { nameOf } from '../../api/types.js';
import type { Business, Person } from '../../api/types.js';
import { useCan, useMe } from '../../app/use-session.js';
import { formatBankingDate } from '../../format/time.js';
import { t, tCode } from '../../messages/t.js';
import { accountColumns } from '../../ui/account-columns.js';
import { ResourceEvents } from '../../ui/lazy/resource-events.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { peekAtTransfer, transferColumns } from '../../ui/transfer-columns.js';
import { Id, Status, Time } from '../../ui/values.js';
import { CustomerActions } from './customer-actions.js';

export function CustomerPage() {
  const { kind: text, id } = useParams({ from: '/customers/$kind/$id' });
  const kind = text === 'businesses' ? 'businesses' : 'persons';
  const { data: customer, error, refetch } = useQuery(customerQuery(kind, id));
  const crumbs = [{ to: '/customers', label: t('nav.customers') }];
  if (customer === undefined) {
    return (
      <Page title={t('customers.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  return (
    <Page
      title={nameOf(customer)}
      badge={<Status of={customer.status} />}
      subtitle={t(kind === 'persons' ? 'customers.person' : 'customers.business')}
      crumbs={crumbs}
      actions={
        <>
          <CustomerActions kind={kind} customer={customer} />
          <NewAccountButton customer={customer} />
        </>
      }
    >
      {customer.status_reasons?.map(({ reason_code, reason_code_message }) => (
        <Banner key={reason_code} tone="wait" icon="alert">
          {reason_code_message}
        </Banner>
      ))}
      <CustomerTabs customer={customer} />
    </Page>
  );
}

function NewAccountButton({ customer }: { readonly customer: Person | Business }) {
  if (!useCan('write:external-accounts')) return null;
  const search = {
    customer: customer.customer_reference_id,
    kind: 'legal_name' in customer ? 'business' : 'person',
    holder: nameOf(customer),
  };
  return (
    <LinkButton to="/accounts/new" search={search} icon="plus">
      {t('newAccount.title')}
    </LinkButton>
  );
}

function CustomerTabs({ customer }: { readonly customer: Person | Business }) {
  const [tab, setTab] = useState('details');
  const { scopes } = useMe();
  const filter = { customer_reference_id: customer.customer_reference_id };
  const tabs = [
    { id: 'details', label: t('customers.details'), content: <Details customer={customer} /> },
    ...(scopes.includes('read:external-accounts')
      ? [{ id: 'accounts', label: t('nav.accounts'), content: <Accounts filter={filter} /> }]
      : []),
    ...(scopes.includes('read:transfers')
      ? [{ id: 'transfers', label: t('nav.transfers'), content: <Transfers filter={filter} /> }]
      : []),
    ...(scopes.includes('read:webhook-configurations')
      ? [{ id: 'events', label: t('field.eventTypes'), content: <ResourceEvents id={customer.id} /> }]
      : []),
  ];
  return <Tabs label={t('customers.one')} tabs={tabs} active={tab} onChange={setTab} />;
}

interface FilterProps {
  readonly filter: Readonly<Record<string, string>>;
}

const Accounts = ({ filter }: FilterProps) => (
  <ListView
    label={t('nav.accounts')}
    query={accountsQuery(filter)}
    columns={accountColumns}
    idOf={({ id }) => id}
    hrefOf={({ id }) => `/accounts/${id}`}
    isFiltered={false}
    empty={<EmptyState icon="accounts" title={t('accounts.empty.title')} text={t('accounts.empty.text')} />}
  />
);

const Transfers = ({ filter }: FilterProps) => (
  <ListView
    label={t('nav.transfers')}
    query={transfersQuery(filter)}
    columns={transferColumns}
    idOf={({ id }) => id}
    hrefOf={({ id }) => `/transfers/${id}`}
    peek={peekAtTransfer}
    isFiltered={false}
    empty={<EmptyState icon="transfers" title={t('transfers.empty.title')} text={t('transfers.empty.text')} />}
  />
);

function Details({ customer }: { readonly customer: Person | Business }) {
  const isBusiness = 'legal_name' in customer;
  const addresses = customer.addresses?.map(({ id, address1, address2, city, state, zip5 }) => (
    <div key={id}>{[address1, address2, `${city}, ${state} ${zip5}`].filter(Boolean).join(', ')}</div>
  ));
  const contacts = customer.contacts?.map(({ id, value }) => <div key={id}>{value}</div>);
  return (
    <Columns>
      <Card title={t('customers.details')}>
        <Facts
          of={[
            [t('field.reference'), customer.customer_reference_id],
            [t('field.businessName'), isBusiness && customer.business_name],
            [t('field.entityType'), isBusiness && customer.entity_type && tCode('entity', customer.entity_type)],
            [t('field.born'), !isBusiness && formatBankingDate(customer.date_of_birth)],
            [t('field.address'), addresses],
            [t('field.contact'), contacts],
          ]}
        />
      </Card>
      <Card title={t('customers.record')}>
        <Facts
          of={[
            [t('field.created'), <Time key="created" at={customer.created_at} />],
            [t('field.updated'), <Time key="updated" at={customer.updated_at} />],
            [t('field.closed'), customer.closed_at && <Time key="closed" at={customer.closed_at} />],
            [t('field.id'), <Id key="id" value={customer.id} />],
            ...Object.entries(customer.metadata ?? {}).map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      </Card>
    </Columns>
  );
}
