import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/operations-queries.js';
import { configurationsQuery } from '../../api/queries.js';
import type { EndpointFigures, WebhookConfiguration } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/webhooks.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { statusColumn, timeColumn } from '../../ui/columns.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/column.js';
import { LinkButton } from '../../ui/link-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { figuresOf, slownessText, successText } from './endpoint-figures.js';
import { LiveTail } from './live-tail.js';
import { SignatureBox } from './signature-box.js';
import { WebhookForm } from './webhook-form.js';

const columnsWith = (figures: readonly EndpointFigures[]): readonly Column<WebhookConfiguration>[] => [
  { id: 'url', header: t('field.url'), cell: ({ url }) => url, width: 'minmax(12rem, 2fr)', place: 'title' },
  statusColumn(({ enabled }) => (enabled ? 'enabled' : 'disabled'), { id: 'enabled', width: '8rem', place: 'value' }),
  {
    id: 'events',
    header: t('field.eventTypes'),
    cell: ({ event_types }) => event_types.map((type) => tCode('event', type)).join(', '),
    width: 'minmax(10rem, 1.4fr)',
    place: 'note',
  },
  {
    id: 'success',
    header: t('webhooks.lastDay'),
    cell: (configuration) => successText(figuresOf(figures, configuration)),
    width: '8.5rem',
    align: 'end',
    place: 'end',
  },
  {
    id: 'p95',
    header: t('webhooks.p95'),
    cell: (configuration) => slownessText(figuresOf(figures, configuration)),
    width: '5.5rem',
    align: 'end',
    place: 'none',
  },
  timeColumn(({ updated_at }) => updated_at, { id: 'updated', header: t('field.updated') }),
];

export function WebhooksPage() {
  const query = useQuery(configurationsQuery());
  const health = useQuery(healthQuery());
  const canWrite = useCan('write:webhook-configurations');
  const navigate = useNavigate();
  const notify = useNotify();
  const [isNew, setNew] = useState(false);
  const open = ({ id }: WebhookConfiguration) => {
    notify(t('webhooks.created'));
    void navigate({ to: '/webhooks/$id', params: { id } });
  };
  const newButton = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setNew(true)}>
      {t('webhooks.new')}
    </Button>
  );
  const actions = (
    <>
      <LinkButton to="/reference" search={{ part: 'events' }}>
        {t('webhooks.catalogue')}
      </LinkButton>
      {newButton}
    </>
  );
  return (
    <Page title={t('nav.webhooks')} subtitle={t('webhooks.subtitle')} actions={actions}>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="webhooks" title={t('webhooks.empty.title')} text={t('webhooks.empty.text')} />
          ) : (
            <DataTable
              label={t('nav.webhooks')}
              columns={columnsWith(health.data?.endpoints?.figures ?? [])}
              rows={rows}
              idOf={({ id }) => id}
              hrefOf={({ id }) => `/webhooks/${id}`}
            />
          )
        }
      </Loaded>
      <LiveTail />
      <SignatureBox />
      {isNew && <WebhookForm onSaved={open} onClose={() => setNew(false)} />}
    </Page>
  );
}
