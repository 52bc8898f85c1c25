import type { Transfer } from '../../api/types.js';
import { csvOf } from '../../format/csv.js';
import { formatMoney } from '../../format/money.js';
import { download } from '../../ui/download.js';

const HEAD = ['id', 'transfer_reference_id', 'created_at', 'updated_at', 'status', 'speed', 'amount_usd']
  .concat('source_customer_reference_id', 'source_account_reference_id')
  .concat('destination_customer_reference_id', 'destination_account_reference_id', 'account_statement_descriptor');

const rowOf = (transfer: Transfer) => [
  ...[transfer.id, transfer.transfer_reference_id, transfer.created_at, transfer.updated_at, transfer.status],
  ...[transfer.speed, formatMoney(transfer.amount).replaceAll(/[$,]/g, '')],
  ...[transfer.source?.customer_reference_id, transfer.source?.account_reference_id],
  ...[transfer.destination?.customer_reference_id, transfer.destination?.account_reference_id],
  transfer.account_statement_descriptor,
];

/** Saves transfers as a file for a spreadsheet. */
export function saveTransfers(rows: readonly Transfer[]): void {
  download('transfers.csv', csvOf([HEAD, ...rows.map(rowOf)]));
}
