import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { bankFileEntriesQuery, bankFileQuery } from '../../api/rails-queries.js';
import type { BankFile } from '../../api/types.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { DataTable } from '../../ui/data-table.js';
import { ListView } from '../../ui/list-view.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { FileActions } from './file-actions.js';
import { batchColumns, entryColumns } from './rails-columns.js';

export function BankFilePage() {
  const { id } = useParams({ from: '/rails/$id' });
  const { data, error, refetch } = useQuery(bankFileQuery(id));
  const crumbs = [{ to: '/rails', label: t('nav.rails') }];
  if (data === undefined) {
    return (
      <Page title={t('rails.file')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  const { file, batches } = data;
  return (
    <Page
      title={file.file_name ?? t('rails.file')}
      badge={<Status of={file.state} />}
      crumbs={crumbs}
      actions={<FileActions file={file} />}
    >
      {file.shared && (
        <Banner tone="calm" icon="info">
          {t('rails.shared')}
        </Banner>
      )}
      <Details file={file} />
      <Card title={t('rails.batches')} isFlush>
        <DataTable
          label={t('rails.batches')}
          columns={batchColumns}
          rows={batches}
          idOf={({ batch_number }) => String(batch_number)}
          isPlain
        />
      </Card>
      <Card title={t('rails.entries')} isFlush>
        <ListView
          label={t('rails.entries')}
          query={bankFileEntriesQuery(id)}
          columns={entryColumns}
          idOf={({ id: entryId }) => entryId}
          isPlain
          isFiltered={false}
          empty={<EmptyState icon="send" title={t('rails.noEntries.title')} text={t('rails.noEntries.text')} />}
        />
      </Card>
    </Page>
  );
}

const time = (name: string, at: string | undefined) => at && <Time key={name} at={at} />;

function Details({ file }: { readonly file: BankFile }) {
  const { reason, released_by } = file;
  return (
    <Card>
      <Facts
        of={[
          [t('rails.because'), reason && tCode('fileReason', reason)],
          [t('field.rail'), tCode('rail', file.rail)],
          [t('rails.debits'), <Money key="debit" cents={file.debit} />],
          [t('rails.credits'), <Money key="credit" cents={file.credit} />],
          [t('rails.cut'), time('cut', file.cut_at)],
          [t('rails.cutoff'), time('cutoff', file.cutoff_at)],
          [t('rails.uploaded'), time('uploaded', file.uploaded_at)],
          [t('rails.acknowledged'), time('acknowledged', file.acknowledged_at)],
          [t('rails.releasedBy'), released_by?.join(', ')],
          [t('field.id'), <Id key="id" value={file.id} />],
        ]}
      />
    </Card>
  );
}
