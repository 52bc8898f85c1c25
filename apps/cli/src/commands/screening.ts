import type { Command } from 'commander';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { oneOfAll } from '../support/options.js';

const EXAMPLES = `
Columns:
  list       the first digits of the digest of the active list
  in place   when its files were installed
  screened   how many verified customers are screened against it
  matched    how many of those were restricted or rejected

Examples:
  $ npm run -s payments -- screening status
  $ npm run -s payments -- screening status --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

/** `payments screening …` */
export function registerScreening(program: Command): void {
  program
    .command('screening')
    .description('manage the screening of customers')
    .command('status')
    .description('show the active screening list, and how many verified customers are screened against it')
    .addOption(oneOfAll())
    .option('--json', 'print JSON only')
    .addHelpText('after', EXAMPLES)
    .action(status);
}

async function status({ enterprise, json = false }: OfEnterprise): Promise<void> {
  const [{ inApplication }, { describeRuns, readRuns }] = await Promise.all([
    import('../support/application.js'),
    import('../support/screening.js'),
  ]);
  const runs = await inApplication((app) => readRuns(app, enterprise));
  process.stdout.write(`${json ? JSON.stringify({ screening: runs }, null, 2) : describeRuns(runs)}\n`);
}
