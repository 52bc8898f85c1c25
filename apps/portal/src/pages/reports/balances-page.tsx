import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { serverTime } from '../../api/server-time.js';
import '../../messages/lazy/reports.js';
import { t } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { Figure, Figures } from '../../ui/figure.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { dayOf } from '../../ui/filters.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { Money } from '../../ui/values.js';
import { newYorkDay } from './period.js';
import { entryColumns } from './report-columns.js';
import { balanceParameters } from './report-filters.table.js';
import { balanceStatementQuery } from './report-queries.js';
import { periodText } from './report-values.js';

const POINTS = ['opening', 'closing'] as const;
const AMOUNTS = ['available', 'pending'] as const;

/** The balances at two times, and what moved them between: of this month, unless the address says otherwise. */
export function BalancesPage() {
  const search = useSearch({ from: '/reports/balances' });
  const navigate = useNavigate();
  const change = (next: typeof search) => void navigate({ to: '/reports/balances', search: next, replace: true });
  const given = (name: string) => [search[name] ?? ''].flat()[0]!;
  const today = newYorkDay(serverTime());
  const last = dayOf(given('end_time')) || today;
  const first = dayOf(given('start_time')) || `${last.slice(0, 'YYYY-MM'.length)}-01`;
  const subledger_reference_id = given('subledger_reference_id');
  const subject =
    subledger_reference_id === ''
      ? { report_scope: given('report_scope') === 'enterprise' ? ('enterprise' as const) : ('total' as const) }
      : { report_scope: 'subledger' as const, subledger_reference_id };
  const query = useQuery(balanceStatementQuery({ first, last, ...subject }));
  return (
    <Page
      title={t('balances.title')}
      subtitle={t('reports.days')}
      crumbs={[{ to: '/reports', label: t('nav.reports') }]}
    >
      <FilterBar fields={balanceParameters} search={search} onChange={change} />
      <Loaded query={query}>
        {({ account_balances, ledger_entry_balances, ...period }) => (
          <>
            {POINTS.map((point) => (
              <Card key={point} title={t(`balances.${point}`)}>
                <Figures>
                  {AMOUNTS.map((amount) => (
                    <Figure
                      key={amount}
                      label={t(`balances.${amount}`)}
                      value={<Money cents={account_balances[point][`${amount}_amount`]} />}
                    />
                  ))}
                </Figures>
              </Card>
            ))}
            <Card title={`${t('balances.moved')}: ${periodText(period)}`} isFlush={ledger_entry_balances.length > 0}>
              {ledger_entry_balances.length === 0 ? (
                <p>{t('balances.none')}</p>
              ) : (
                <DataTable
                  label={t('balances.moved')}
                  columns={entryColumns}
                  rows={ledger_entry_balances}
                  idOf={({ type }) => type}
                  isPlain
                />
              )}
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
