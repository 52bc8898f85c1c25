import type { Command } from 'commander';
import type { CreditOptions } from '../support/ledger/credit.js';
import { namedOne } from '../support/options.js';
import { columns } from '../support/terminal.js';

const CREDIT = `
Each reference can be booked once per enterprise, so that a wire entered twice is not counted twice.

Example:
  $ npm run -s payments -- balance credit --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --amount 2500000 \\
      --reference 20260131-WIRE-0042 --json`;

/** `payments balance …` */
export function registerBalance(program: Command): void {
  program
    .command('balance')
    .description('manage the balances of enterprises')
    .command('credit')
    .description('book received money, such as a wire; it becomes available immediately')
    .addOption(namedOne())
    .requiredOption('--amount <cents>', 'amount in cents')
    .option('--reference <text>', 'reference of the bank; each reference is booked once')
    .option('--json', 'print JSON only')
    .addHelpText('after', CREDIT)
    .action(credit);
}

async function credit({ json = false, ...options }: CreditOptions & { readonly json?: boolean }): Promise<void> {
  const [{ inApplication }, ledger, { dollars }] = await Promise.all([
    import('../support/application.js'),
    import('../support/ledger/credit.js'),
    import('../support/ledger/report.js'),
  ]);
  const credited = await inApplication((app) => ledger.credit(app, options));
  const { enterprise_id, credit_id, amount, balance } = credited;
  const rows: [string, string][] = [
    ['enterprise_id', enterprise_id],
    ['credit_id', credit_id],
    ['credited', `$${dollars(BigInt(amount))}`],
    ['available', `$${dollars(BigInt(balance.available))}`],
  ];
  process.stdout.write(`${json ? JSON.stringify(credited, null, 2) : columns(rows, '')}\n`);
}
