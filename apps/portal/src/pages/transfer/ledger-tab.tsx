import { ledgerQuery } from '../../api/queries.js';
import '../../messages/lazy/transfer.js';
import { t } from '../../messages/t.js';
import { ledgerColumns } from '../../ui/ledger-columns.js';
import { ListView } from '../../ui/list-view.js';
import { EmptyState } from '../../ui/states.js';

export function LedgerTab({ transferId }: { readonly transferId: string }) {
  return (
    <ListView
      label={t('transfer.ledger')}
      query={ledgerQuery({ transfer_id: transferId })}
      columns={ledgerColumns}
      idOf={({ id }) => id}
      isFiltered={false}
      empty={<EmptyState icon="balance" title={t('ledger.empty.title')} text={t('ledger.empty.text')} />}
    />
  );
}
