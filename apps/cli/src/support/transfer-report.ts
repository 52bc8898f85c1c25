import type { InspectedAccount, TransferInspection, TransferView } from '@payments/transfers';
import { columns, counted, table } from './terminal.js';

/** A table of transfers for a person. */
export function describeTransfers(transfers: readonly TransferView[]): string {
  if (transfers.length === 0) return 'no transfers';
  const heading = ['id', 'reference', 'status', 'amount', 'speed', 'source', 'destination', 'created'];
  const rows = transfers.map((each) => [
    ...[each.id, each.transfer_reference_id, each.status, dollars(each.amount), each.speed],
    ...[each.source?.account_reference_id ?? '-', each.destination?.account_reference_id ?? '-', each.created_at],
  ]);
  return `${table([heading, ...rows])}\n${counted(transfers.length, 'transfer')}`;
}

/** A transfer with its accounts, reasons and history for a person. */
export function describeTransfer({ transfer, accounts, statuses }: TransferInspection): string {
  const { source, destination, status_reasons, metadata, amount, approval, ...plain } = transfer;
  const reasons = (status_reasons ?? []).flatMap((sides) =>
    Object.entries(sides).map(([side, { reason_code, reason_code_message }]): [string, string] => [
      `reason (${side})`,
      `${reason_code}: ${reason_code_message}`,
    ]),
  );
  const party = (side: 'source' | 'destination', view: typeof source): [string, string][] =>
    view === undefined
      ? []
      : [[side, `${view.account_reference_id} of ${view.customer_reference_id}${bank(accounts, side)}`]];
  return columns(
    [
      ...Object.entries(plain).map(([name, value]): [string, string] => [name, String(value)]),
      ['amount', dollars(amount)],
      ...(approval === undefined ? [] : [['approval', `${approval.status} (${approval.id})`] as [string, string]]),
      ...party('source', source),
      ...party('destination', destination),
      ...reasons,
      ...Object.entries(metadata ?? {}).map(([key, value]): [string, string] => [`metadata ${key}`, String(value)]),
      ...statuses.map(({ status, updated_at }): [string, string] => [updated_at, status]),
    ],
    '',
  );
}

function bank(accounts: readonly InspectedAccount[], side: string): string {
  const found = accounts.find((account) => account.side === side);
  return found === undefined ? '' : `, ${found.account_type} ${found.account_number} at ${found.routing_number}`;
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
