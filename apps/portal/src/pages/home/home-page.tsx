import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { overviewQuery } from '../../api/queries.js';
import type { Overview } from '../../api/types.js';
import { useCan, useMe } from '../../app/use-session.js';
import { formatMoney, formatMoneyShort } from '../../format/money.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { Figure, Figures } from '../../ui/figure.js';
import { Card, Columns, Page } from '../../ui/page.js';
import { useNow } from '../../ui/preferences.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { transferColumns } from '../../ui/transfer-columns.js';
import { Money, Time } from '../../ui/values.js';
import { Attention } from './attention.js';
import { ByStatus, FailureReasons } from './by-status.js';
import { ChartCard } from '../../charts/chart-card.js';
import type { Line } from '../../charts/chart.js';
import { CompletionTime } from './completion-time.js';
import { FirstSteps } from './first-steps.js';
import { allSteps, rangeOf, volumeOf } from './range.js';
import type { Range } from './range.js';
import { RangeBar } from './range-bar.js';
import { Totals } from './totals.js';

/** Everything is of one request; a part that the role may not read is not in its answer. */
export function HomePage() {
  const { enterprise } = useMe();
  const range = rangeOf(useSearch({ from: '/' }), useNow());
  const { data, error, refetch } = useQuery(overviewQuery(range));
  return (
    <Page title={t('nav.home')} subtitle={enterprise.name}>
      {data !== undefined && <Content {...data} range={range} />}
      {data === undefined && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
    </Page>
  );
}

function Content({ balance, transfers, attention, range }: Overview & { readonly range: Range }) {
  const isNew = transfers?.latest.length === 0;
  const isCalm = attention.every(({ count }) => count === 0);
  return (
    <>
      {balance && <Balance {...balance} />}
      {isNew && <FirstSteps />}
      {isNew && !isCalm && <Attention counts={attention} />}
      {transfers && !isNew && <Transfers transfers={transfers} attention={attention} range={range} />}
      {!transfers && attention.length > 0 && <Attention counts={attention} />}
    </>
  );
}

type Series = NonNullable<NonNullable<Overview['transfers']>['figures']>['series'];

type Step = Pick<Series[number], 'at' | 'created' | 'amount_out' | 'amount_in' | 'failed' | 'returned' | 'speeds'>;

const EMPTY: Omit<Step, 'at'> = { created: 0, amount_out: 0, amount_in: 0, failed: 0, returned: 0, speeds: [] };

interface TransfersProps extends Pick<Overview, 'attention'> {
  readonly transfers: NonNullable<Overview['transfers']>;
  readonly range: Range;
}

function Transfers({ transfers, attention, range }: TransfersProps) {
  const now = useNow();
  const { figures } = transfers;
  const steps = allSteps<Step>({ range, series: figures?.series ?? [], now, empty: EMPTY });
  return (
    <>
      <RangeBar />
      {figures && <Totals {...figures} debitReturns={transfers.debit_returns} steps={steps} />}
      <Columns>
        <Charts steps={steps} />
        <Attention counts={attention} />
      </Columns>
      <Columns>
        <ByStatus range={range} {...transfers} />
        {transfers.reasons.length > 0 && <FailureReasons reasons={transfers.reasons} range={range} />}
      </Columns>
      <Latest transfers={transfers.latest} />
    </>
  );
}

const count = (value: number) => value.toLocaleString('en-US');

function Charts({ steps }: { readonly steps: readonly Step[] }) {
  const times = steps.map(({ at }) => at);
  const line = (name: 'created' | 'failed' | 'returned', tone: Line['tone']) => ({
    ...{ label: t(`chart.${name}`), tone, values: steps.map((step) => step[name]) },
  });
  return (
    <>
      <ChartCard
        {...{ title: t('chart.volume'), times, format: formatMoney, formatShort: formatMoneyShort }}
        lines={[{ label: t('home.volume'), tone: 'series-1', values: steps.map(volumeOf) }]}
      />
      <ChartCard
        {...{ title: t('chart.outcomes'), times, format: count, formatShort: count, isWhole: true }}
        lines={[line('created', 'series-1'), line('failed', 'series-3'), line('returned', 'series-2')]}
      />
      <CompletionTime steps={steps} />
    </>
  );
}

function Balance({ available, pending, reserved, updated_at }: NonNullable<Overview['balance']>) {
  const canReadSubledgers = useCan('read:subledgers');
  const asOf = (
    <>
      {t('balance.asOf')} <Time at={updated_at} />
    </>
  );
  return (
    <Figures>
      <Figure label={t('balance.available')} value={<Money cents={available} />} note={asOf} />
      <Figure label={t('balance.pending')} value={<Money cents={pending} />} note={t('balance.pendingNote')} />
      <Figure label={t('balance.reserved')} value={<Money cents={reserved} />} note={t('balance.reservedNote')}>
        {canReadSubledgers && <Link to="/subledgers">{t('nav.subledgers')}</Link>}
      </Figure>
    </Figures>
  );
}

function Latest({ transfers }: { readonly transfers: NonNullable<Overview['transfers']>['latest'] }) {
  return (
    <Card title={t('home.latest')} isFlush actions={<Link to="/transfers">{t('home.all')}</Link>}>
      <DataTable
        label={t('home.latest')}
        columns={transferColumns}
        rows={transfers}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        isPlain
      />
    </Card>
  );
}
