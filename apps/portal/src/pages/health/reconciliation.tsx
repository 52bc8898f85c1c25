import { useQuery } from '@tanstack/react-query';
import { reconciliationQuery } from '../../api/operations-queries.js';
import type { ReconciliationBreak } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { DataTable } from '../../ui/data-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Id, Time } from '../../ui/values.js';

const columns: readonly Column<ReconciliationBreak>[] = [
  {
    id: 'kind',
    header: t('field.kind'),
    cell: ({ kind }) => tCode('break', kind),
    width: 'minmax(8rem, 1fr)',
    place: 'title',
  },
  { id: 'ours', header: t('field.ours'), cell: ({ own }) => own, width: 'minmax(9rem, 1.4fr)', place: 'note' },
  {
    id: 'theirs',
    header: t('field.theirs'),
    cell: ({ reported }) => reported,
    width: 'minmax(9rem, 1.4fr)',
    place: 'none',
  },
  moneyColumn(({ leg }) => leg?.amount),
  {
    id: 'endToEnd',
    header: t('field.endToEnd'),
    cell: ({ end_to_end_id }) => <Id value={end_to_end_id} />,
    width: 'minmax(9rem, 1fr)',
    place: 'none',
  },
  timeColumn(({ first_seen_at }) => first_seen_at, { id: 'seen', header: t('field.seen'), place: 'end' }),
];

/** What the daily comparison with the bank has found, and is not resolved. */
export function Reconciliation() {
  const query = useQuery(reconciliationQuery());
  return (
    <Card title={t('reconciliation.title')} isFlush>
      <Loaded query={query}>
        {({ compared_at, counts, breaks }) =>
          breaks.length === 0 ? (
            <EmptyState icon="check" title={t('reconciliation.none.title')} text={t('reconciliation.none.text')} />
          ) : (
            <>
              <Facts
                of={[
                  [t('reconciliation.compared'), compared_at && <Time key="compared" at={compared_at} />],
                  ...counts.map(({ kind, count }) => [tCode('break', kind), String(count)] as const),
                ]}
              />
              <DataTable
                label={t('reconciliation.title')}
                columns={columns}
                rows={breaks}
                idOf={({ end_to_end_id, kind }) => `${end_to_end_id} ${kind}`}
                hrefOf={({ leg }) => (leg === undefined ? '/health' : `/transfers/${leg.transfer_id}`)}
                isPlain
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
