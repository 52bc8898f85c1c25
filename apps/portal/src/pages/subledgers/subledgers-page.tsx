import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/subledgers.js';
import { t } from '../../messages/t.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { subledgerColumns } from './subledger-columns.js';
import { subledgerFilters } from './subledger-filters.table.js';
import { subledgersQuery } from './subledger-queries.js';

/** Subledgers with their balances, newest first. */
export function SubledgersPage() {
  const search = useSearch({ from: '/subledgers' });
  const navigate = useNavigate();
  const canReadBalances = useCan('read:balances');
  const canReadBook = useCan('read:booktransfers');
  const canWrite = useCan('write:subledgers');
  const change = (next: typeof search) => void navigate({ to: '/subledgers', search: next, replace: true });
  return (
    <Page
      title={t('nav.subledgers')}
      subtitle={t('subledgers.subtitle')}
      actions={
        <>
          {canReadBook && <LinkButton to="/subledgers/transfers">{t('book.title')}</LinkButton>}
          {canWrite && (
            <LinkButton to="/subledgers/new" look="primary" icon="plus">
              {t('subledgers.new')}
            </LinkButton>
          )}
        </>
      }
    >
      <FilterBar fields={subledgerFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.subledgers')}
        query={subledgersQuery(queryOf(subledgerFilters, search), canReadBalances)}
        columns={subledgerColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/subledgers/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="balance" title={t('subledgers.empty.title')} text={t('subledgers.empty.text')} />}
      />
    </Page>
  );
}
