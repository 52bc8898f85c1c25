import { type Command, Option } from 'commander';
import type { InspectedAccount, TransferInspection, TransferStatus, TransferView } from '@payments/transfers';
import type { OfEnterprise } from '../in-enterprise.js';
import { json, positive, theOne } from '../options.js';
import { columns, counted, table } from '../terminal.js';

// The table of statuses is not loaded for the help.
const STATUSES = Object.keys({
  created: true,
  pending: true,
  completed: true,
  settled: true,
  failed: true,
} satisfies Record<TransferStatus, true>);

const LIST = `
Examples:
  $ npm run -s payments -- transfer list --enterprise "Acme Payroll"
  $ npm run -s payments -- transfer list --status pending failed --limit 50 --json`;

const SHOW = `
Account numbers are masked.

Example:
  $ npm run -s payments -- transfer show 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

interface ListOptions extends OfEnterprise {
  readonly status?: TransferStatus[];
  readonly limit: number;
}

/** `payments transfer …` */
export function registerTransfer(program: Command): void {
  const transfers = program.command('transfer').description('inspect transfers');
  transfers
    .command('list')
    .description('list the transfers of an enterprise, newest first')
    .addOption(theOne())
    .addOption(new Option('--status <status...>', 'only transfers with these statuses').choices(STATUSES))
    .option('--limit <count>', 'maximum number of transfers', positive, 20)
    .addOption(json())
    .addHelpText('after', LIST)
    .action(list);
  transfers
    .command('show')
    .description('show a transfer, its accounts and its history')
    .argument('<id>', 'id of the transfer')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', SHOW)
    .action(show);
}

async function list({ status, limit, ...options }: ListOptions): Promise<void> {
  const [{ ListTransfers }, { inEnterprise }] = await Promise.all([
    import('../services.js'),
    import('../in-enterprise.js'),
  ]);
  const filter = { size: limit, ...(status && { status }) };
  const { items } = await inEnterprise(options, (app) => app.get(ListTransfers, { strict: false }).execute(filter));
  const text = options.json ? JSON.stringify({ transfers: items }, null, 2) : describeList(items);
  process.stdout.write(`${text}\n`);
}

async function show(id: string, options: OfEnterprise): Promise<void> {
  const [{ InspectTransfer }, { inEnterprise }] = await Promise.all([
    import('../services.js'),
    import('../in-enterprise.js'),
  ]);
  const found = await inEnterprise(options, (app) => app.get(InspectTransfer, { strict: false }).execute(id));
  process.stdout.write(`${options.json ? JSON.stringify(found, null, 2) : describe(found)}\n`);
}

function describeList(transfers: readonly TransferView[]): string {
  if (transfers.length === 0) return 'no transfers';
  const heading = ['id', 'reference', 'status', 'amount', 'speed', 'source', 'destination', 'created'];
  const rows = transfers.map((each) => [
    ...[each.id, each.transfer_reference_id, each.status, dollars(each.amount), each.speed],
    ...[each.source?.account_reference_id ?? '-', each.destination?.account_reference_id ?? '-', each.created_at],
  ]);
  return `${table([heading, ...rows])}\n${counted(transfers.length, 'transfer')}`;
}

function describe({ transfer, accounts, statuses }: TransferInspection): string {
  const { source, destination, status_reasons, metadata, amount, ...plain } = transfer;
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
