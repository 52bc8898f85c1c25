import { batchesQuery } from '../../api/operations-queries.js';
import { t } from '../../messages/t.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { batchColumns } from './batch-columns.js';

/** What went to the bank together, newest first. */
export function BatchesPage() {
  return (
    <Page title={t('nav.batches')} subtitle={t('batches.subtitle')}>
      <ListView
        label={t('nav.batches')}
        query={batchesQuery()}
        columns={batchColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/batches/${id}`}
        isFiltered={false}
        empty={<EmptyState icon="table" title={t('batches.empty.title')} text={t('batches.empty.text')} />}
      />
    </Page>
  );
}
