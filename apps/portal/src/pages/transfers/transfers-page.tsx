import { useNavigate, useSearch } from '@tanstack/react-router';
import { transfersQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { peekAtTransfer, transferColumns } from '../../ui/transfer-columns.js';
import { transferFilters } from './transfer-filters.table.js';

export function TransfersPage() {
  const search = useSearch({ from: '/transfers' });
  const navigate = useNavigate();
  const canCreate = useCan('write:transfers');
  const change = (next: typeof search) => void navigate({ to: '/transfers', search: next, replace: true });
  return (
    <Page
      title={t('nav.transfers')}
      actions={
        canCreate && (
          <LinkButton look="primary" icon="plus" to="/transfers/new">
            {t('transfers.new')}
          </LinkButton>
        )
      }
    >
      <FilterBar fields={transferFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.transfers')}
        query={transfersQuery(queryOf(transferFilters, search))}
        columns={transferColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        peek={peekAtTransfer}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={
          <EmptyState icon="transfers" title={t('transfers.empty.title')} text={t('transfers.empty.text')}>
            {canCreate && (
              <LinkButton look="primary" icon="plus" to="/transfers/new">
                {t('transfers.new')}
              </LinkButton>
            )}
          </EmptyState>
        }
      />
    </Page>
  );
}
