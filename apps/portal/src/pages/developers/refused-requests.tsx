import { useNavigate, useSearch } from '@tanstack/react-router';
import { refusedRequestsQuery } from '../../api/operations-queries.js';
import type { RefusedRequest } from '../../api/types.js';
import { formatDuration } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { ListView } from '../../ui/list-view.js';
import { EmptyState } from '../../ui/states.js';
import { Id } from '../../ui/values.js';
import { refusedRequestFilters } from './refused-request-filters.table.js';

const columns: readonly Column<RefusedRequest>[] = [
  {
    id: 'request',
    header: t('field.request'),
    cell: ({ method, route }) => `${method} ${route}`,
    width: 'minmax(12rem, 2fr)',
    place: 'title',
  },
  {
    id: 'code',
    header: t('field.errorCode'),
    cell: ({ error_code, status }) => error_code ?? status,
    width: 'minmax(9rem, 1.2fr)',
    place: 'note',
  },
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ status, duration_ms }) => t('requests.outcome', { status, time: formatDuration(duration_ms) }),
    width: '8rem',
    place: 'value',
  },
  {
    id: 'id',
    header: t('field.requestId'),
    cell: ({ request_id }) => <Id value={request_id} />,
    width: 'minmax(9rem, 1fr)',
    place: 'none',
  },
  {
    id: 'credential',
    header: t('field.credential'),
    cell: ({ credential }) => credential,
    width: 'minmax(8rem, 1fr)',
    place: 'none',
  },
  timeColumn(({ at }) => at, { id: 'at', place: 'end' }),
];

/** What programs and users asked for and did not get. */
export function RefusedRequests() {
  const search = useSearch({ from: '/developers' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/developers', search: next, replace: true });
  return (
    <>
      <h2>{t('requests.title')}</h2>
      <FilterBar fields={refusedRequestFilters} search={search} onChange={change} />
      <ListView
        label={t('requests.title')}
        query={refusedRequestsQuery(queryOf(refusedRequestFilters, search))}
        columns={columns}
        idOf={({ id }) => id}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="check" title={t('requests.empty.title')} text={t('requests.empty.text')} />}
      />
    </>
  );
}
