import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { batchQuery } from '../../api/operations-queries.js';
import { shortenId } from '../../format/ids.js';
import { t, tCode } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Id, Money, Time } from '../../ui/values.js';
import { entryColumns, railsOf } from './batch-columns.js';

const COUNTS = ['submitted', 'accepted', 'settled', 'returned', 'rejected'] as const;

export function BatchPage() {
  const { id } = useParams({ from: '/batches/$id' });
  const query = useQuery(batchQuery(id));
  return (
    <Page title={`${t('batches.one')} ${shortenId(id)}`} crumbs={[{ to: '/batches', label: t('nav.batches') }]}>
      <Loaded query={query}>
        {(batch) => (
          <>
            <Columns>
              <Card title={t('batches.one')}>
                <Facts
                  of={[
                    [t('field.rail'), railsOf(batch)],
                    [t('field.window'), <Time key="window" at={batch.window_at} />],
                    [t('field.handedOver'), <Time key="handedOver" at={batch.handed_over_at} />],
                    [t('field.paidOut'), <Money key="out" cents={batch.amount_out} />],
                    [t('field.collected'), <Money key="in" cents={batch.amount_in} />],
                    [t('field.id'), <Id key="id" value={batch.id} />],
                  ]}
                />
              </Card>
              <Card title={t('batches.figures')}>
                <Facts
                  of={[
                    [t('field.legs'), String(batch.legs)],
                    ...COUNTS.map((count) => [tCode('status', count), String(batch[count])] as const),
                  ]}
                />
              </Card>
            </Columns>
            <Card title={t('batches.entries')} isFlush>
              <DataTable
                label={t('batches.entries')}
                columns={entryColumns}
                rows={batch.entries}
                idOf={(entry) => entry.id}
                hrefOf={({ transfer_id }) => `/transfers/${transfer_id}`}
                isPlain
              />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
