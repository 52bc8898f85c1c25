import { useNavigate, useSearch } from '@tanstack/react-router';
import { customersQuery } from '../../api/queries.js';
import { nameOf } from '../../api/types.js';
import type { Customer, CustomerKind } from '../../api/types.js';
import type { Search } from '../../app/search.js';
import { useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Facts, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { Id, Status, Time } from '../../ui/values.js';
import { narrowingOf } from './customer-filters.table.js';

const columns: readonly Column<Customer>[] = [
  { id: 'name', header: t('field.name'), cell: nameOf, width: 'minmax(10rem, 1.6fr)', place: 'title' },
  {
    id: 'reference',
    header: t('field.reference'),
    cell: ({ customer_reference_id }) => customer_reference_id,
    width: 'minmax(8rem, 1.2fr)',
    place: 'note',
  },
  statusColumn(({ status }) => status, { width: '8rem', place: 'value' }),
  timeColumn(({ updated_at }) => updated_at, { id: 'updated', header: t('field.updated'), place: 'end' }),
];

const peek = (customer: Customer) => ({
  title: nameOf(customer),
  content: (
    <Facts
      of={[
        [t('field.status'), <Status key="status" of={customer.status} />],
        [t('field.reference'), customer.customer_reference_id],
        [t('field.created'), <Time key="created" at={customer.created_at} />],
        [t('field.updated'), <Time key="updated" at={customer.updated_at} />],
        [t('field.id'), <Id key="id" value={customer.id} />],
      ]}
    />
  ),
});

const KINDS: readonly CustomerKind[] = ['persons', 'businesses'];

export function CustomersPage() {
  const { scopes } = useMe();
  const { kind: wanted, ...search } = useSearch({ from: '/customers' });
  const navigate = useNavigate();
  const kinds = KINDS.filter((kind) => scopes.includes(`read:${kind}`));
  const kind = kinds.find((each) => each === wanted) ?? kinds[0] ?? 'persons';
  const go = (nextKind: string, next: Search) =>
    void navigate({ to: '/customers', search: { kind: nextKind, ...next }, replace: true });
  const fields = narrowingOf(kind);
  const list = (
    <>
      <FilterBar fields={fields} search={search} onChange={(next) => go(kind, next)} />
      <ListView
        label={t(`customers.${kind}`)}
        query={customersQuery(kind, queryOf(fields, search))}
        columns={columns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/customers/${kind}/${id}`}
        peek={peek}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => go(kind, {})}
        empty={<EmptyState icon="customers" title={t('customers.empty.title')} text={t('customers.empty.text')} />}
      />
    </>
  );
  return (
    <Page
      title={t('nav.customers')}
      actions={
        scopes.includes(`write:${kind}`) && (
          <LinkButton to="/customers/new" search={{ kind }} look="primary" icon="plus">
            {t('newCustomer.title')}
          </LinkButton>
        )
      }
    >
      <Tabs
        label={t('customers.kind')}
        active={kind}
        onChange={(next) => go(next, {})}
        tabs={kinds.map((each) => ({ id: each, label: t(`customers.${each}`), content: each === kind ? list : null }))}
      />
    </Page>
  );
}
