import { useQuery } from '@tanstack/react-query';
import type { ReturnRates } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { formatCount } from '../../format/quantity.js';
import { formatRate } from '../../format/share.js';
import '../../messages/lazy/limits.js';
import { t } from '../../messages/t.js';
import { codeColumn, statusColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { DataTable } from '../../ui/data-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Card } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { returnRatesQuery } from './limits-queries.js';
import css from './limits.module.css';

type Rate = ReturnRates['rates'][number];
/** A rate, or the entries that verify accounts, which have no limit. */
type Row = Pick<Rate, 'returned' | 'rate_ppm'> &
  Partial<Pick<Rate, 'limit_ppm' | 'state'>> &
  Pick<ReturnRates, 'originator' | 'entries'> & { readonly kind: Rate['kind'] | 'account_verification' };

const PPM = 1_000_000;

const columns: readonly Column<Row>[] = [
  {
    ...{ id: 'originator', header: t('rates.originator'), width: 'minmax(10rem, 1.6fr)', place: 'title' },
    cell: ({ originator }) => originator,
  },
  codeColumn('rateKind', ({ kind }) => kind, {
    ...{ id: 'kind', header: t('rates.kind'), width: '8.5rem', place: 'note' },
  }),
  {
    ...{ id: 'returned', header: t('rates.returned'), width: 'minmax(8rem, 1fr)', align: 'end', place: 'none' },
    cell: ({ returned, entries }) =>
      t('rates.returnedOf', { returned: formatCount(returned), entries: formatCount(entries) }),
  },
  {
    ...{ id: 'rate', header: t('rates.rate'), width: '5rem', align: 'end', place: 'value' },
    cell: ({ rate_ppm }) => formatRate(rate_ppm / PPM),
  },
  {
    ...{ id: 'limit', header: t('rates.limit'), width: '5rem', align: 'end', place: 'none' },
    cell: ({ limit_ppm }) => limit_ppm !== undefined && formatRate(limit_ppm / PPM),
  },
  statusColumn(({ state }) => state, { width: '9rem' }),
];

/** The shares of debits that came back, by whom they are charged to, against what Nacha allows. */
export function ReturnRatesCard() {
  const query = useQuery(returnRatesQuery());
  const { enterprise } = useMe();
  return (
    <Card title={t('rates.title')} isFlush>
      <p className={css['note']}>{t('rates.text')}</p>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="check" title={t('rates.none.title')} text={t('rates.none.text')} />
          ) : (
            <DataTable
              label={t('rates.title')}
              columns={columns}
              rows={all.flatMap(({ originator, ...of }) =>
                rowsOf({ ...of, originator: originator === enterprise.id ? enterprise.name : originator }),
              )}
              idOf={({ originator, kind }) => `${originator} ${kind}`}
              isPlain
            />
          )
        }
      </Loaded>
    </Card>
  );
}

/** Without a row for verifications where none was sent. */
function rowsOf({ originator, entries, rates, account_verification: sent }: ReturnRates): readonly Row[] {
  const rows = rates.map((rate) => ({ ...rate, originator, entries }));
  if (sent.entries === 0) return rows;
  const rate_ppm = (sent.returned / sent.entries) * PPM;
  return [...rows, { ...sent, kind: 'account_verification', originator, rate_ppm }];
}
