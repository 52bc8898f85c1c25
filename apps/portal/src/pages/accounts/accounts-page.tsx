import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountsQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { accountColumns, peekAtAccount } from '../../ui/account-columns.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { accountFilters } from './account-filters.table.js';

export function AccountsPage() {
  const search = useSearch({ from: '/accounts' });
  const navigate = useNavigate();
  const canWrite = useCan('write:external-accounts');
  const change = (next: typeof search) => void navigate({ to: '/accounts', search: next, replace: true });
  return (
    <Page
      title={t('nav.accounts')}
      actions={
        canWrite && (
          <LinkButton to="/accounts/new" look="primary" icon="plus">
            {t('newAccount.title')}
          </LinkButton>
        )
      }
    >
      <FilterBar fields={accountFilters} search={search} onChange={change} />
      <ListView
        label={t('nav.accounts')}
        query={accountsQuery(queryOf(accountFilters, search))}
        columns={accountColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/accounts/${id}`}
        peek={peekAtAccount}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="accounts" title={t('accounts.empty.title')} text={t('accounts.empty.text')} />}
      />
    </Page>
  );
}
