import { useQuery } from '@tanstack/react-query';
import { configurationsQuery } from '../../api/queries.js';
import type { WebhookConfiguration } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Status, Time } from '../../ui/values.js';

const columns: readonly Column<WebhookConfiguration>[] = [
  { id: 'url', header: t('field.url'), cell: ({ url }) => url, width: 'minmax(12rem, 2fr)', place: 'title' },
  {
    id: 'enabled',
    header: t('field.status'),
    cell: ({ enabled }) => <Status of={enabled ? 'enabled' : 'disabled'} />,
    width: '8rem',
    place: 'value',
  },
  {
    id: 'events',
    header: t('field.eventTypes'),
    cell: ({ event_types }) => event_types.map((type) => tCode('event', type)).join(', '),
    width: 'minmax(10rem, 1.4fr)',
    place: 'note',
  },
  {
    id: 'updated',
    header: t('field.updated'),
    cell: ({ updated_at }) => <Time at={updated_at} />,
    width: '8rem',
    align: 'end',
    place: 'none',
  },
];

export function WebhooksPage() {
  const { data, error, refetch } = useQuery(configurationsQuery());
  return (
    <Page title={t('nav.webhooks')} subtitle={t('webhooks.subtitle')}>
      {data === undefined ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )
      ) : data.length === 0 ? (
        <EmptyState icon="webhooks" title={t('webhooks.empty.title')} text={t('webhooks.empty.text')} />
      ) : (
        <DataTable
          label={t('nav.webhooks')}
          columns={columns}
          rows={data}
          idOf={({ id }) => id}
          hrefOf={({ id }) => `/webhooks/${id}`}
        />
      )}
    </Page>
  );
}
