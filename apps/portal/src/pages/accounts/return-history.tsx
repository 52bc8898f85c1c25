import { useInfiniteQuery } from '@tanstack/react-query';
import { transfersQuery } from '../../api/queries.js';
import type { ExternalAccount, Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { moneyColumn, timeColumn } from '../../ui/columns.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/column.js';
import { Card } from '../../ui/page.js';

/** What the banks said of a transfer that came back, such as `R01: Insufficient funds`. */
function returnOf({ status_reasons = [] }: Transfer): string | undefined {
  const reasons = status_reasons.flatMap(({ source, destination }) => [source, destination]);
  const reason = reasons.find((each) => each?.network_reason_code !== undefined);
  if (reason === undefined) return undefined;
  const { network_reason_code, network_reason_code_message, reason_code } = reason;
  return [network_reason_code, network_reason_code_message ?? tCode('reason', reason_code)].join(': ');
}

const columns: readonly Column<Transfer>[] = [
  {
    ...{ id: 'reference', header: t('field.reference'), width: 'minmax(9rem, 1fr)', place: 'title' },
    cell: ({ transfer_reference_id }) => transfer_reference_id,
  },
  { id: 'reason', header: t('field.networkCode'), width: 'minmax(12rem, 2fr)', place: 'note', cell: returnOf },
  moneyColumn(({ amount }) => amount),
  timeColumn(({ updated_at }) => updated_at, { id: 'updated', header: t('field.updated'), place: 'end' }),
];

/** Which payments of an account banks returned, and why; nothing where there was none. */
export function ReturnHistory({ account }: { readonly account: ExternalAccount }) {
  const canRead = useCan('read:transfers');
  const { customer_reference_id, account_reference_id } = account;
  const { data } = useInfiniteQuery({
    ...transfersQuery({ customer_reference_id, account_reference_id, status: ['failed'] }),
    enabled: canRead,
  });
  const returned = (data?.pages ?? []).flatMap(({ items }) => items).filter((each) => returnOf(each) !== undefined);
  if (returned.length === 0) return null;
  return (
    <Card title={t('accounts.returns')} isFlush>
      <DataTable
        label={t('accounts.returns')}
        columns={columns}
        rows={returned}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/transfers/${id}`}
        isPlain
      />
    </Card>
  );
}
