import { api, pageOf } from '../../api/client.js';
import { list, PAGE_SIZE } from '../../api/list.js';
import { byId } from '../../api/queries.js';
import type { Filter } from '../../api/queries.js';
import type { BulkRow, PaidAccount } from '../../api/types.js';
import { formatRelative } from '../../format/time.js';
import '../../messages/lazy/bulk.js';
import { t, tError } from '../../messages/t.js';
import type { Column } from '../column.js';
import { countColumn, moneyColumn, statusColumn } from '../columns.js';
import { ListView } from '../list-view.js';
import { lastChangeOf } from './paid-account.js';
import { PartyCard } from './paid-party-card.js';
import { useNow } from '../preferences.js';
import { EmptyState } from '../states.js';

const columns: readonly Column<BulkRow>[] = [
  countColumn(({ line }) => line, { id: 'line', header: t('bulk.line') }),
  {
    ...{ id: 'reference', header: t('field.reference'), width: 'minmax(9rem, 1.2fr)', place: 'title' },
    cell: referenceOf,
  },
  moneyColumn(({ amount }) => amount),
  statusColumn(({ status }) => status),
  {
    ...{ id: 'code', header: t('bulk.code'), width: 'minmax(10rem, 1.2fr)', place: 'none' },
    cell: ({ error_code }) => error_code,
  },
  {
    ...{ id: 'details', header: t('bulk.details'), width: 'minmax(12rem, 3fr)', place: 'note' },
    cell: ({ error_code, message = '', accounts = [] }) =>
      error_code === undefined ? <Paid accounts={accounts} /> : tError({ error_code, message }),
  },
];

interface BulkRowsProps {
  readonly id: string;
  readonly filter?: Filter;
  readonly onClear?: () => void;
}

/** The rows of the file, each with what it pays. A peek compares that with the accounts as they are now. */
export function BulkRows({ id, filter = {}, onClear }: BulkRowsProps) {
  return (
    <ListView
      label={t('bulk.rows')}
      query={rowsQuery(id, filter)}
      columns={columns}
      idOf={({ number }) => String(number)}
      hrefOf={({ transfer_id }) => (transfer_id === undefined ? `/bulk/${id}` : `/transfers/${transfer_id}`)}
      peek={peek}
      isFiltered={Object.keys(filter).length > 0}
      {...(onClear && { onClear })}
      empty={<EmptyState icon="copy" title={t('bulk.noRows.title')} text={t('bulk.noRows.text')} />}
    />
  );
}

/** As far as they are checked. The number of a row leads to the page after it. */
const rowsQuery = (id: string, filter: Filter) =>
  list({
    key: ['bulk_transfers', id, 'rows', filter],
    read: (after, signal) => {
      const query = { ...filter, size: PAGE_SIZE, ...(after !== undefined && { after: Number(after) }) };
      return pageOf(
        api.GET('/deliver/bulk-transfers/{id}/rows', { params: { ...byId(id), query }, signal }),
        ({ rows }) => rows,
      );
    },
  });

function referenceOf({ transfer_reference_id, line }: BulkRow): string {
  return transfer_reference_id ?? `${t('bulk.line')} ${line}`;
}

/** What a row pays, after what should make whoever approves it think. */
function Paid({ accounts }: { readonly accounts: readonly PaidAccount[] }) {
  const now = useNow();
  return accounts.map((account) => {
    const { side, paid, differences } = account;
    const change = lastChangeOf(account);
    const user = change?.changed_by ?? t('approvals.nobodyKnown');
    return (
      <span key={side}>
        {differences.length > 0 && <strong>{t('bulk.differs')} </strong>}
        {change && <strong>{t('bulk.changed', { when: formatRelative(change.changed_at, now), user })} </strong>}
        {[paid.account_holder_name, paid.account_number, paid.routing_number, paid.bank_name]
          .filter(Boolean)
          .join(', ')}{' '}
      </span>
    );
  });
}

const peek = (row: BulkRow) => ({
  title: referenceOf(row),
  content: row.accounts?.map((account) => {
    const { side, account_id, paid } = account;
    const party = { account: account_id, accountId: account_id, paid };
    return (
      <PartyCard key={side} title={t(side === 'source' ? 'field.payer' : 'field.payee')} {...{ party, account }} />
    );
  }),
});
