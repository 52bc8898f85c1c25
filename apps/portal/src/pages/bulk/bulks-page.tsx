import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/bulk.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { bulkColumns } from './bulk-columns.js';
import { bulkFilters } from './bulk-filters.table.js';
import { bulksQuery } from './bulk-queries.js';

/** Files of transfers, newest first. */
export function BulksPage() {
  const search = useSearch({ from: '/bulk' });
  const navigate = useNavigate();
  const canWrite = useCan('write:bulk-transfers');
  const change = (next: typeof search) => void navigate({ to: '/bulk', search: next, replace: true });
  return (
    <Page
      title={t('nav.bulk')}
      subtitle={t('bulk.subtitle')}
      actions={
        canWrite && (
          <LinkButton to="/bulk/new" look="primary" icon="plus">
            {t('bulk.new')}
          </LinkButton>
        )
      }
    >
      <FilterBar fields={bulkFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.bulk')}
        query={bulksQuery(queryOf(bulkFilters, search))}
        columns={bulkColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/bulk/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="copy" title={t('bulk.empty.title')} text={t('bulk.empty.text')} />}
      />
    </Page>
  );
}
