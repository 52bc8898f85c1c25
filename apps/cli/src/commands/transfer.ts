import { type Command, Option } from 'commander';
import type { TransferStatus } from '@payments/transfers';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { json, limit, theOne } from '../support/options.js';
import { describeTransfer, describeTransfers } from '../support/transfer-report.js';

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
    .addOption(limit('transfers', 20))
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
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
  ]);
  const filter = { size: limit, ...(status && { status }) };
  const { items } = await inEnterprise(options, (app) => app.get(ListTransfers, { strict: false }).execute(filter));
  const text = options.json ? JSON.stringify({ transfers: items }, null, 2) : describeTransfers(items);
  process.stdout.write(`${text}\n`);
}

async function show(id: string, options: OfEnterprise): Promise<void> {
  const [{ InspectTransfer }, { inEnterprise }] = await Promise.all([
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
  ]);
  const found = await inEnterprise(options, (app) => app.get(InspectTransfer, { strict: false }).execute(id));
  process.stdout.write(`${options.json ? JSON.stringify(found, null, 2) : describeTransfer(found)}\n`);
}
