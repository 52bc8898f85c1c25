import { useNavigate, useSearch } from '@tanstack/react-router';
import { schedulesQuery } from '../../api/product-queries.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { scheduleColumns } from './schedule-columns.js';
import { scheduleFilters } from './schedule-filters.table.js';

export function SchedulesPage() {
  const search = useSearch({ from: '/schedules' });
  const navigate = useNavigate();
  const canWrite = useCan('write:schedules');
  const change = (next: typeof search) => void navigate({ to: '/schedules', search: next, replace: true });
  return (
    <Page
      title={t('nav.schedules')}
      actions={
        canWrite && (
          <LinkButton to="/schedules/new" look="primary" icon="plus">
            {t('schedules.new')}
          </LinkButton>
        )
      }
    >
      <FilterBar fields={scheduleFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.schedules')}
        query={schedulesQuery(queryOf(scheduleFilters, search))}
        columns={scheduleColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/schedules/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="clock" title={t('schedules.empty.title')} text={t('schedules.empty.text')} />}
      />
    </Page>
  );
}
