import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { transfersQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
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
import { ExportButton } from './export-button.js';
import { GoToDate } from './go-to-date.js';
import { SavedViews } from './saved-views.js';
import { SelectionBar } from './selection-bar.js';
import { transferFilters } from './transfer-filters.table.js';

interface Selected {
  readonly list: string;
  readonly rows: ReadonlyMap<string, Transfer>;
}

const NONE: Selected['rows'] = new Map();

export function TransfersPage() {
  const search = useSearch({ from: '/transfers' });
  const navigate = useNavigate();
  const canCreate = useCan('write:transfers');
  const { columns = [], ...filters } = search;
  const chosen = [columns].flat();
  const [selected, setSelected] = useState<Selected>();
  // What is no longer listed is no longer selected.
  const list = JSON.stringify(filters);
  const selection = canCreate && {
    rows: selected?.list === list ? selected.rows : NONE,
    onChange: (rows: Selected['rows']) => setSelected({ list, rows }),
  };
  const open = (next: Search, replace = true) => void navigate({ to: '/transfers', search: next, replace });
  // What is filtered does not change which columns are shown.
  const change = (next: Search) => open({ ...next, ...(chosen.length > 0 && { columns: chosen }) });
  // The back button leads to where the list was before.
  const goTo = (day: string) => {
    const { start_time: _, ...others } = search;
    open({ ...others, end_time: day }, false);
  };
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
          <GoToDate onGo={goTo} />
          <ColumnsMenu
            chosen={chosen}
            onChange={(next) => open({ ...filters, ...(next.length > 0 && { columns: [...next] }) })}
          />
          <ExportButton filter={queryOf(transferFilters, filters)} />
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
        {...(selection && { selection })}
        isFiltered={Object.keys(filters).length > 0}
        onClear={() => change({})}
        empty={
          <EmptyState icon="transfers" title={t('transfers.empty.title')} text={t('transfers.empty.text')}>
            {newButton}
          </EmptyState>
        }
      />
      {selection && <SelectionBar {...selection} />}
    </Page>
  );
}
