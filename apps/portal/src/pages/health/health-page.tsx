import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/operations-queries.js';
import type { Health } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatDuration } from '../../format/time.js';
import { t } from '../../messages/t.js';
import type { Column } from '../../ui/column.js';
import { DataTable } from '../../ui/data-table.js';
import { Figure, Figures } from '../../ui/figure.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { Banner, EmptyState } from '../../ui/states.js';
import { Status } from '../../ui/values.js';
import { Reconciliation } from './reconciliation.js';

const SECOND_MS = 1_000;

const columns: readonly Column<Health['queues'][number]>[] = [
  { id: 'queue', header: t('field.queue'), cell: ({ queue }) => queue, width: 'minmax(10rem, 2fr)', place: 'title' },
  {
    id: 'due',
    header: t('field.dueTasks'),
    cell: ({ due }) => due,
    width: 'minmax(5rem, 1fr)',
    align: 'end',
    place: 'value',
  },
  {
    id: 'oldest',
    header: t('field.oldest'),
    cell: ({ oldest_due_seconds }) => formatDuration(oldest_due_seconds * SECOND_MS),
    width: 'minmax(6rem, 1fr)',
    align: 'end',
    place: 'note',
  },
];

/** How the work of the enterprise goes, and what differs from the bank. */
export function HealthPage() {
  const health = useQuery(healthQuery());
  const canReadLedger = useCan('read:ledger');
  return (
    <Page
      title={t('nav.health')}
      subtitle={t('health.subtitle')}
      badge={health.data && <Status of={health.data.status} />}
    >
      <Loaded query={health}>{(data) => <Work health={data} />}</Loaded>
      {canReadLedger && <Reconciliation />}
    </Page>
  );
}

function Work({ health }: { readonly health: Health }) {
  const { reasons, queues, dead_letters, violations, endpoints, open_breaks } = health;
  return (
    <>
      {reasons.length === 0 ? (
        <Banner tone="good" icon="check">
          {t('health.good')}
        </Banner>
      ) : (
        reasons.map((reason) => (
          <Banner key={reason} tone="bad" icon="alert">
            {t(`degraded.${reason}`)}
          </Banner>
        ))
      )}
      <Figures>
        <Figure label={t('health.deadLetters')} value={dead_letters} note={t('health.deadLettersNote')} />
        <Figure label={t('health.violations')} value={violations} note={t('health.violationsNote')} />
        {endpoints && (
          <Figure
            label={t('health.endpoints')}
            value={endpoints.enabled}
            note={t('health.endpointsNote', { count: endpoints.failing })}
          />
        )}
        {open_breaks !== undefined && (
          <Figure label={t('health.breaks')} value={open_breaks} note={t('health.breaksNote')} />
        )}
      </Figures>
      <Card title={t('health.work')} isFlush>
        {queues.length === 0 ? (
          <EmptyState icon="check" title={t('health.noWork')} text={t('health.good')} />
        ) : (
          <DataTable label={t('health.work')} columns={columns} rows={queues} idOf={({ queue }) => queue} isPlain />
        )}
      </Card>
    </>
  );
}
