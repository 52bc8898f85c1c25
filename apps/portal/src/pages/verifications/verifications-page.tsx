import { useNavigate, useSearch } from '@tanstack/react-router';
import { verificationsQuery } from '../../api/product-queries.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { verificationColumns } from './verification-columns.js';
import { verificationFilters } from './verification-filters.table.js';

export function VerificationsPage() {
  const search = useSearch({ from: '/verifications' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/verifications', search: next, replace: true });
  return (
    <Page title={t('nav.verifications')}>
      <FilterBar fields={verificationFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.verifications')}
        query={verificationsQuery(queryOf(verificationFilters, search))}
        columns={verificationColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/verifications/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="check" title={t('verifications.empty.title')} text={t('verifications.empty.text')} />}
      />
    </Page>
  );
}
