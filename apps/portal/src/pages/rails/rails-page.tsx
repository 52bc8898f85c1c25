import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { bankFilesQuery, bankWindowsQuery, openExceptionsQuery } from '../../api/rails-queries.js';
import type { RailException } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { peekAtException } from './exception-details.js';
import { bankFileFilters } from './file-filters.table.js';
import { exceptionColumns, fileColumns, windowColumns } from './rails-columns.js';
import { ResolveDialog } from './resolve-dialog.js';

/** The windows of today, what a person must decide, and the files with payments of the enterprise. */
export function RailsPage() {
  const query = useQuery(bankWindowsQuery());
  const banks = [...new Set(query.data?.connections.map(({ bank }) => bank))];
  return (
    <Page
      title={t('nav.rails')}
      subtitle={banks.length === 0 ? undefined : banks.join(', ')}
      actions={
        banks.length > 0 && (
          <>
            <LinkButton to="/rails/statements">{t('statements.title')}</LinkButton>
            <LinkButton to="/rails/breaks">{t('breaks.title')}</LinkButton>
          </>
        )
      }
    >
      <Loaded query={query}>
        {({ connections, windows }) =>
          connections.length === 0 ? (
            <EmptyState icon="send" title={t('rails.unused.title')} text={t('rails.unused.text')} />
          ) : (
            <>
              <Card title={t('rails.windows')} isFlush>
                <DataTable
                  label={t('rails.windows')}
                  columns={windowColumns}
                  rows={windows}
                  idOf={({ connection, rail, window_at }) => `${connection}/${rail}/${window_at}`}
                  isPlain
                />
              </Card>
              <Exceptions />
              <Files />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Exceptions() {
  const canWrite = useCan('write:rails');
  const [resolving, setResolving] = useState<RailException>();
  return (
    <Card title={t('rails.exceptions')} isFlush>
      <ListView
        label={t('rails.exceptions')}
        query={openExceptionsQuery()}
        columns={exceptionColumns(canWrite ? setResolving : undefined)}
        idOf={({ id }) => id}
        peek={peekAtException}
        isPlain
        isFiltered={false}
        empty={<EmptyState icon="check" title={t('rails.noExceptions.title')} text={t('rails.noExceptions.text')} />}
      />
      {resolving && <ResolveDialog exception={resolving} onClose={() => setResolving(undefined)} />}
    </Card>
  );
}

function Files() {
  const search = useSearch({ from: '/rails' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/rails', search: next, replace: true });
  return (
    <>
      <h2>{t('rails.files')}</h2>
      <FilterBar fields={bankFileFilters} search={search} onChange={change} />
      <ListView
        label={t('rails.files')}
        query={bankFilesQuery(queryOf(bankFileFilters, search))}
        columns={fileColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/rails/${id}`}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="send" title={t('rails.noFiles.title')} text={t('rails.noFiles.text')} />}
      />
    </>
  );
}
