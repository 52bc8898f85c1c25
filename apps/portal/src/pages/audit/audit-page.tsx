import { useNavigate, useSearch } from '@tanstack/react-router';
import { auditQuery } from '../../api/queries.js';
import type { AuditEntry } from '../../api/types.js';
import '../../messages/lazy/audit.js';
import { t } from '../../messages/t.js';
import { timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { ListView } from '../../ui/list-view.js';
import { Facts, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Id, Time } from '../../ui/values.js';
import { auditFilters } from './audit-filters.table.js';
import { differencesOf } from './differences.js';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: t('field.action'),
    cell: ({ action }) => action,
    width: 'minmax(15rem, 1.2fr)',
    place: 'title',
  },
  { id: 'actor', header: t('field.actor'), cell: ({ actor }) => actor, width: 'minmax(9rem, 1.2fr)', place: 'note' },
  {
    id: 'subject',
    header: t('field.subject'),
    cell: ({ subject_type, subject_id }) => `${subject_type} ${subject_id}`,
    width: 'minmax(10rem, 1.5fr)',
    place: 'none',
  },
  timeColumn(({ created_at }) => created_at, { header: t('field.time'), place: 'value' }),
];

const peek = (entry: AuditEntry) => ({
  title: entry.action,
  content: (
    <>
      <Facts
        of={[
          [t('field.actor'), entry.actor],
          [t('field.subject'), `${entry.subject_type} ${entry.subject_id}`],
          [t('field.time'), <Time key="time" at={entry.created_at} />],
          [t('field.address'), entry.remote_address],
          [t('field.requestId'), <Id key="request" value={entry.request_id} />],
        ]}
      />
      <Changes entry={entry} />
    </>
  ),
});

function Changes({ entry }: { readonly entry: AuditEntry }) {
  const differences = differencesOf(entry.before, entry.after);
  if (differences.length === 0) return null;
  const nothing = t('audit.nothing');
  return (
    <>
      <h3>{t('audit.changes')}</h3>
      <Facts
        of={differences.map(({ field, before = nothing, after = nothing }) => [
          field,
          t('audit.change', { before, after }),
        ])}
      />
    </>
  );
}

export function AuditPage() {
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/audit', search: next, replace: true });
  return (
    <Page title={t('nav.audit')} subtitle={t('audit.subtitle')}>
      <FilterBar fields={auditFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.audit')}
        query={auditQuery(queryOf(auditFilters, search))}
        columns={columns}
        idOf={({ id }) => id}
        peek={peek}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="audit" title={t('audit.empty.title')} text={t('audit.empty.text')} />}
      />
    </Page>
  );
}
