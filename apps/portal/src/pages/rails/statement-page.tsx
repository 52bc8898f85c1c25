import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { bankStatementLinesQuery, bankStatementQuery } from '../../api/rails-queries.js';
import type { BankStatement } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { formatCount } from '../../format/quantity.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { Figure, Figures } from '../../ui/figure.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { queryOf } from '../../ui/filters.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState } from '../../ui/states.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { peekAtLine } from './line-details.js';
import { fileOf, lineColumns } from './statement-columns.js';
import { lineFilters } from './statement-filters.table.js';

export function StatementPage() {
  const { id } = useParams({ from: '/rails/statements/$id' });
  const query = useQuery(bankStatementQuery(id));
  const { data: statement } = query;
  return (
    <Page
      title={statement === undefined ? t('statements.one') : formatBankingDate(statement.day)}
      subtitle={statement && `${statement.connection} ${statement.account_number}`}
      crumbs={[
        { to: '/rails', label: t('nav.rails') },
        { to: '/rails/statements', label: t('statements.title') },
      ]}
      badge={statement && <Status of={statement.state} />}
      actions={
        statement && (
          <LinkButton to="/rails/breaks" search={{ connection: statement.connection }}>
            {t('statements.differences')}
          </LinkButton>
        )
      }
    >
      <Loaded query={query}>
        {(found) => (
          <>
            {found.gap && (
              <Banner tone="bad" icon="alert">
                {t('statements.gap')}
              </Banner>
            )}
            <Sums statement={found} />
            <Details statement={found} />
            {found.proof && <Proof of={found.proof} />}
            <Lines id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** From the opening balance to the closing one. */
function Sums({ statement: { opening, closing, credits, debits } }: { readonly statement: BankStatement }) {
  return (
    <Figures>
      {opening !== undefined && <Figure label={t('statements.opening')} value={<Money cents={opening} />} />}
      <Figure label={t('rails.credits')} value={<Money cents={credits} />} />
      <Figure label={t('rails.debits')} value={<Money cents={-debits} />} />
      {closing !== undefined && <Figure label={t('statements.closing')} value={<Money cents={closing} />} />}
    </Figures>
  );
}

function Details({ statement }: { readonly statement: BankStatement }) {
  const { format, bank_id, sequence, purpose, lines, reconciled_at, created_at, id } = statement;
  return (
    <Card>
      <Facts
        of={[
          [t('statements.purpose'), tCode('purpose', purpose)],
          [t('statements.format'), tCode('format', format)],
          [t('statements.bankId'), bank_id],
          [t('statements.sequence'), sequence !== undefined && String(sequence)],
          [t('statements.booked'), formatCount(lines)],
          [t('statements.compared'), reconciled_at && <Time key="compared" at={reconciled_at} />],
          [t('statements.received'), <Time key="received" at={created_at} />],
          [t('field.id'), <Id key="id" value={id} />],
        ]}
      />
    </Card>
  );
}

/** Why the closing balance is right, or by how much it is not. */
function Proof({ of: proof }: { readonly of: NonNullable<BankStatement['proof']> }) {
  const { closing, open_lines, in_transit, unsettled, opening_difference, ledger_cash, difference } = proof;
  const money = (cents: number) => <Money cents={cents} />;
  return (
    <Card title={t('proof.title')}>
      <Banner tone={difference === 0 ? 'good' : 'bad'} icon={difference === 0 ? 'check' : 'alert'}>
        {difference === 0 ? t('proof.agrees') : t('proof.differs', { amount: formatMoney(difference) })}
      </Banner>
      <Facts
        of={[
          [t('statements.closing'), money(closing)],
          [t('proof.openLines'), money(-open_lines)],
          [t('proof.inTransit'), money(in_transit)],
          [t('proof.unsettled'), money(-unsettled)],
          [t('proof.openingDifference'), money(-opening_difference)],
          [t('proof.ledgerCash'), money(ledger_cash)],
          [t('proof.difference'), money(difference)],
        ]}
      />
    </Card>
  );
}

function Lines({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/rails/statements/$id' });
  const navigate = useNavigate();
  const change = (next: typeof search) =>
    void navigate({ to: '/rails/statements/$id', params: { id }, search: next, replace: true, resetScroll: false });
  return (
    <>
      <h2>{t('statements.lines')}</h2>
      <FilterBar fields={lineFilters} search={search} onChange={change} />
      <ListView
        label={t('statements.lines')}
        query={bankStatementLinesQuery(id, queryOf(lineFilters, search))}
        columns={lineColumns}
        idOf={({ id: lineId }) => lineId}
        hrefOf={fileOf}
        peek={peekAtLine}
        isFiltered={Object.keys(search).length > 0}
        onClear={() => change({})}
        empty={<EmptyState icon="table" title={t('statements.noLines.title')} text={t('statements.noLines.text')} />}
      />
    </>
  );
}
