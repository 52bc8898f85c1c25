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
import { bookTransferColumns, peekAtBookTransfer } from './subledger-columns.js';
import { bookTransferFilters } from './subledger-filters.table.js';
import { bookTransfersQuery } from './subledger-queries.js';

/** What moved between subledgers, newest first. */
export function BookTransfersPage() {
  const search = useSearch({ from: '/subledgers/transfers' });
  const navigate = useNavigate();
  const canWrite = useCan('write:booktransfers');
  const change = (next: typeof search) => void navigate({ to: '/subledgers/transfers', search: next, replace: true });
  return (
    <Page
      title={t('book.title')}
      subtitle={t('book.subtitle')}
      crumbs={[{ to: '/subledgers', label: t('nav.subledgers') }]}
      actions={
        canWrite && (
          <LinkButton to="/subledgers/transfers/new" look="primary" icon="plus">
            {t('book.new')}
          </LinkButton>
        )
      }
    >
      <FilterBar fields={bookTransferFilters} search={search} onChange={change} />
      <ListView
        label={t('book.title')}
        query={bookTransfersQuery(queryOf(bookTransferFilters, search))}
        columns={bookTransferColumns}
        idOf={({ id }) => id}
        peek={peekAtBookTransfer}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="transfers" title={t('book.empty.title')} text={t('book.empty.text')} />}
      />
    </Page>
  );
}
