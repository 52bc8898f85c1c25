import { useNavigate, useSearch } from '@tanstack/react-router';
import { ledgerQuery } from '../../api/queries.js';
import type { LedgerEntry } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { BalanceFigures } from '../../ui/balance-figures.js';
import type { Column } from '../../ui/column.js';
import { countColumn } from '../../ui/columns.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { ledgerColumns } from '../../ui/ledger-columns.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { BalanceDays } from './balance-days.js';
import { peekAtEntry, transferOf } from './entry-details.js';
import { ExportEntries } from './export-entries.js';
import { ledgerFilters } from './ledger-filters.table.js';
import { StatementMenu } from './statement-menu.js';

const columns: readonly Column<LedgerEntry>[] = [
  countColumn(({ position }) => position, { id: 'number', header: t('field.number') }),
  ...ledgerColumns,
];

export function BalancePage() {
  const canReadBalance = useCan('read:balances');
  const canReadLedger = useCan('read:ledger');
  return (
    <Page title={t('nav.balance')} actions={<StatementMenu />}>
      {canReadBalance && <BalanceFigures />}
      {canReadBalance && <BalanceDays />}
      {canReadLedger && <Entries />}
    </Page>
  );
}

function Entries() {
  const search = useSearch({ from: '/balance' });
  const navigate = useNavigate();
  const filter = queryOf(ledgerFilters, search);
  const change = (next: typeof search) => void navigate({ to: '/balance', search: next, replace: true });
  return (
    <>
      <h2>{t('ledger.title')}</h2>
      <FilterBar fields={ledgerFilters} search={search} onChange={change} />
      <div>
        <ExportEntries filter={filter} />
      </div>
      <ListView
        label={t('ledger.title')}
        query={ledgerQuery(filter)}
        columns={columns}
        idOf={({ id }) => id}
        hrefOf={transferOf}
        peek={peekAtEntry}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="balance" title={t('ledger.empty.title')} text={t('ledger.empty.text')} />}
      />
    </>
  );
}
