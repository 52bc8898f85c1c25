import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/reports.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { reportColumns } from './report-columns.js';
import { reportFilters } from './report-filters.table.js';
import { reportsQuery } from './report-queries.js';

/** Reports of every kind, newest first. */
export function ReportsPage() {
  const search = useSearch({ from: '/reports' });
  const navigate = useNavigate();
  const canWrite = useCan('write:reports');
  const change = (next: typeof search) => void navigate({ to: '/reports', search: next, replace: true });
  return (
    <Page
      title={t('nav.reports')}
      subtitle={t('reports.subtitle')}
      actions={
        <>
          <LinkButton to="/reports/balances">{t('balances.title')}</LinkButton>
          {canWrite && (
            <LinkButton to="/reports/new" look="primary" icon="plus">
              {t('reports.new')}
            </LinkButton>
          )}
        </>
      }
    >
      <FilterBar fields={reportFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.reports')}
        query={reportsQuery(queryOf(reportFilters, search))}
        columns={reportColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/reports/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="download" title={t('reports.empty.title')} text={t('reports.empty.text')} />}
      />
    </Page>
  );
}
