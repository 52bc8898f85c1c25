import { useNavigate, useSearch } from '@tanstack/react-router';
import { bankStatementsQuery } from '../../api/rails-queries.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { statementColumns } from './statement-columns.js';
import { statementFilters } from './statement-filters.table.js';

/** Statements of the bank, newest first. */
export function StatementsPage() {
  const search = useSearch({ from: '/rails/statements' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/rails/statements', search: next, replace: true });
  return (
    <Page
      title={t('statements.title')}
      subtitle={t('statements.subtitle')}
      crumbs={[{ to: '/rails', label: t('nav.rails') }]}
      actions={<LinkButton to="/rails/breaks">{t('breaks.title')}</LinkButton>}
    >
      <FilterBar fields={statementFilters} search={search} onChange={change} />
      <ListView
        label={t('statements.title')}
        query={bankStatementsQuery(queryOf(statementFilters, search))}
        columns={statementColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/rails/statements/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="table" title={t('statements.empty.title')} text={t('statements.empty.text')} />}
      />
    </Page>
  );
}
