import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { openBreaksQuery } from '../../api/rails-queries.js';
import type { BankBreak } from '../../api/types.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { breakColumns, placeOf } from './break-columns.js';
import { BreakDialog } from './break-dialog.js';
import { breakFilters } from './statement-filters.table.js';

/** Where the ledger, the files and the statements disagree, newest first. */
export function BreaksPage() {
  const search = useSearch({ from: '/rails/breaks' });
  const navigate = useNavigate();
  const [shown, setShown] = useState<BankBreak>();
  const change = (next: typeof search) => void navigate({ to: '/rails/breaks', search: next, replace: true });
  return (
    <Page
      title={t('breaks.title')}
      subtitle={t('breaks.subtitle')}
      crumbs={[{ to: '/rails', label: t('nav.rails') }]}
      actions={<LinkButton to="/rails/statements">{t('statements.title')}</LinkButton>}
    >
      <FilterBar fields={breakFilters} search={search} onChange={change} />
      <ListView
        label={t('breaks.title')}
        query={openBreaksQuery(queryOf(breakFilters, search))}
        columns={breakColumns(setShown)}
        idOf={({ id }) => id}
        hrefOf={placeOf}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="check" title={t('breaks.none.title')} text={t('breaks.none.text')} />}
      />
      {shown && <BreakDialog found={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
