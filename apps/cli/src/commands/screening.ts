import type { Command } from 'commander';
import type { OfEnterprise } from '../in-enterprise.js';
import { oneOfAll } from '../options.js';

const EXAMPLES = `
Columns:
  list       the first digits of the digest of the list in force
  in place   when its files were put in place
  screened   how many of the verified customers are screened against it
  matched    how many of them were restricted or rejected

Examples:
  $ npm run -s payments -- screening status
  $ npm run -s payments -- screening status --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

/** `payments screening …` */
export function registerScreening(program: Command): void {
  program
    .command('screening')
    .description('look after the screening of customers')
    .command('status')
    .description('show which screening list is in force, and how far verified customers are screened against it')
    .addOption(oneOfAll())
    .option('--json', 'print JSON only')
    .addHelpText('after', EXAMPLES)
    .action(status);
}

async function status({ enterprise, json = false }: OfEnterprise): Promise<void> {
  const [{ inApplication }, { describeRuns, readRuns }] = await Promise.all([
    import('../application.js'),
    import('../screening.js'),
  ]);
  const runs = await inApplication((app) => readRuns(app, enterprise));
  process.stdout.write(`${json ? JSON.stringify({ screening: runs }, null, 2) : describeRuns(runs)}\n`);
}
