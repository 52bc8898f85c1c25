import { useNavigate, useSearch } from '@tanstack/react-router';
import { transfersQuery } from '../../api/queries.js';
import type { Search } from '../../app/search.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { peekAtTransfer } from '../../ui/transfer-columns.js';
import { ColumnsMenu, columnsOf } from './columns-menu.js';
import { SavedViews } from './saved-views.js';
import { transferFilters } from './transfer-filters.table.js';

export function TransfersPage() {
  const search = useSearch({ from: '/transfers' });
  const navigate = useNavigate();
  const canCreate = useCan('write:transfers');
  const { columns = [], ...filters } = search;
  const chosen = [columns].flat();
  const open = (next: Search) => void navigate({ to: '/transfers', search: next, replace: true });
  // What is filtered does not change which columns are shown.
  const change = (next: Search) => open({ ...next, ...(chosen.length > 0 && { columns: chosen }) });
  const newButton = canCreate && (
    <LinkButton look="primary" icon="plus" to="/transfers/new">
      {t('transfers.new')}
    </LinkButton>
  );
  return (
    <Page
      title={t('nav.transfers')}
      actions={
        <>
          <ColumnsMenu
            chosen={chosen}
            onChange={(next) => open({ ...filters, ...(next.length > 0 && { columns: [...next] }) })}
          />
          {newButton}
        </>
      }
    >
      <SavedViews search={search} />
      <FilterBar fields={transferFilters} search={filters} onChange={change} />
      <ListView
        label={t('nav.transfers')}
        query={transfersQuery(queryOf(transferFilters, filters))}
        columns={columnsOf(chosen)}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        peek={peekAtTransfer}
        isFiltered={Object.keys(filters).length > 0}
        onClear={() => change({})}
        empty={
          <EmptyState icon="transfers" title={t('transfers.empty.title')} text={t('transfers.empty.text')}>
            {newButton}
          </EmptyState>
        }
      />
    </Page>
  );
}
