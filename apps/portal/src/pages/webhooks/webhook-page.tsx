import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { deliveriesQuery, healthQuery } from '../../api/operations-queries.js';
import { configurationQuery } from '../../api/queries.js';
import '../../messages/lazy/webhooks.js';
import { t, tCode } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { ListView } from '../../ui/list-view.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Id, Status, Time } from '../../ui/values.js';
import { deliveryColumns, peekAtDelivery } from './delivery-columns.js';
import { deliveryFilters } from './delivery-filters.table.js';
import { DisabledBanner } from './disabled-banner.js';
import { figuresOf, slownessText, successText } from './endpoint-figures.js';
import { WebhookActions } from './webhook-actions.js';

export function WebhookPage() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const { data, error, refetch } = useQuery(configurationQuery(id));
  const health = useQuery(healthQuery());
  const crumbs = [{ to: '/webhooks', label: t('nav.webhooks') }];
  if (data === undefined) {
    return (
      <Page title={t('webhooks.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  const figures = figuresOf(health.data?.endpoints?.figures ?? [], data);
  return (
    <Page
      title={data.url}
      badge={<Status of={data.enabled ? 'enabled' : 'disabled'} />}
      crumbs={crumbs}
      actions={<WebhookActions configuration={data} />}
    >
      <DisabledBanner configuration={data} />
      <Card>
        <Facts
          of={[
            [t('field.eventTypes'), data.event_types.map((type) => tCode('event', type)).join(', ')],
            [t('field.dataVersion'), data.data_version],
            [t('field.created'), <Time key="created" at={data.created_at} />],
            [t('field.updated'), <Time key="updated" at={data.updated_at} />],
            [t('webhooks.lastDay'), successText(figures)],
            [t('webhooks.p95'), slownessText(figures)],
            [t('field.id'), <Id key="id" value={data.id} />],
          ]}
        />
      </Card>
      <Deliveries id={id} />
    </Page>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/webhooks/$id' });
  const navigate = useNavigate();
  const change = (next: typeof search) =>
    void navigate({ to: '/webhooks/$id', params: { id }, search: next, replace: true });
  return (
    <>
      <h2>{t('deliveries.title')}</h2>
      <FilterBar fields={deliveryFilters} search={search} onChange={change} />
      <ListView
        label={t('deliveries.title')}
        query={deliveriesQuery(id, queryOf(deliveryFilters, search))}
        columns={deliveryColumns}
        idOf={({ id: delivery }) => delivery}
        peek={peekAtDelivery}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="webhooks" title={t('deliveries.empty.title')} text={t('deliveries.empty.text')} />}
      />
    </>
  );
}
