import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { BulkTransfer } from '../../api/types.js';
import { formatCount } from '../../format/quantity.js';
import '../../messages/lazy/bulk.js';
import { t, tCode } from '../../messages/t.js';
import { ApprovalBanner } from '../../ui/approval-banner.js';
import { BulkRows } from '../../ui/lazy/bulk-rows.js';
import { Figure, Figures } from '../../ui/figure.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner } from '../../ui/states.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { BulkActions, isToBeStarted } from './bulk-actions.js';
import { doneOf } from './bulk-columns.js';
import { bulkRowFilters } from './bulk-filters.table.js';
import { bulkQuery } from './bulk-queries.js';
import { ProgressBar } from './progress-bar.js';
import { UploadCard } from './upload-card.js';

export function BulkPage() {
  const { id } = useParams({ from: '/bulk/$id' });
  const query = useQuery(bulkQuery(id));
  const { data: bulk } = query;
  return (
    <Page
      title={bulk === undefined ? t('nav.bulk') : bulk.bulk_reference_id}
      crumbs={[{ to: '/bulk', label: t('nav.bulk') }]}
      badge={bulk && <Status of={bulk.status} />}
      actions={bulk && <BulkActions bulk={bulk} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <ApprovalBanner approval={found.approval} text={t('bulk.approval')} />
            <State bulk={found} />
            {found.rows > 0 && <Sums bulk={found} />}
            <Card title={t('bulk.details')}>
              <Facts of={factsOf(found)} />
            </Card>
            {found.progress.validated > 0 && <Rows id={id} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What it does, waits for, or ended with. */
function State({ bulk }: { readonly bulk: BulkTransfer }) {
  const { status, rows, progress, failure_code, confirmed_at, execute_at } = bulk;
  if (status === 'uploading') return <UploadCard bulk={bulk} />;
  if (status === 'validating' || status === 'running') {
    const done = status === 'validating' ? progress.validated : doneOf(progress);
    const text = t('bulk.rowsOf', { done: formatCount(done), rows: formatCount(rows) });
    return (
      <Card title={t(`bulk.${status}`)}>
        <ProgressBar label={t('bulk.progress')} text={text} value={done} max={rows} />
      </Card>
    );
  }
  if (failure_code !== undefined) {
    return (
      <Banner tone="bad" icon="alert">
        {tCode('bulkFailure', failure_code)}
      </Banner>
    );
  }
  if (isToBeStarted(bulk)) return <Banner tone="wait">{t('bulk.waits')}</Banner>;
  const isTimed = status === 'ready' && execute_at !== undefined && confirmed_at !== undefined;
  return isTimed ? <Banner tone="wait">{t('bulk.waitsUntil')}</Banner> : null;
}

function Sums({ bulk: { rows, amount, progress } }: { readonly bulk: BulkTransfer }) {
  const { created, skipped, refused, completed, failed } = progress;
  return (
    <Figures>
      <Figure
        label={t('bulk.rows')}
        value={formatCount(rows)}
        note={skipped > 0 ? t('bulk.skipped', { count: formatCount(skipped) }) : undefined}
      />
      <Figure label={t('bulk.sum')} value={<Money cents={amount} />} note={t('bulk.sumNote')} />
      <Figure label={t('bulk.refused')} value={formatCount(refused)} />
      <Figure
        label={t('bulk.created')}
        value={formatCount(created)}
        note={t('bulk.outcome', { completed: formatCount(completed), failed: formatCount(failed) })}
      />
    </Figures>
  );
}

/** The rows of the file; which of them, the address says. */
function Rows({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/bulk/$id' });
  const navigate = useNavigate();
  const change = (next: typeof search) =>
    void navigate({ to: '/bulk/$id', params: { id }, search: next, replace: true, resetScroll: false });
  return (
    <>
      <h2>{t('bulk.rows')}</h2>
      <FilterBar fields={bulkRowFilters} search={search} onChange={change} />
      <BulkRows id={id} filter={queryOf(bulkRowFilters, search)} onClear={() => change({})} />
    </>
  );
}

function factsOf(bulk: BulkTransfer) {
  const { execute_at, created_by, file_sha256, metadata = {} } = bulk;
  const { file_sha256: _, file_size: __, file_name, ...others } = metadata;
  return [
    [t('bulk.file'), file_name],
    [t('bulk.mode'), tCode('bulkMode', bulk.mode)],
    [t('bulk.duplicate'), tCode('onDuplicate', bulk.on_duplicate)],
    [t('bulk.starts'), execute_at && <Time key="starts" at={execute_at} />],
    [t('bulk.by'), created_by],
    [t('field.created'), <Time key="created" at={bulk.created_at} />],
    ['SHA-256', file_sha256 && <Id key="sha256" value={file_sha256} />],
    [t('field.id'), <Id key="id" value={bulk.id} />],
    ...Object.entries(others).map(([name, value]) => [name, String(value)] as const),
  ] as const;
}
