import type { Command } from 'commander';
import { json as jsonOption, oneOfAll } from '../support/options.js';
import type { VerifyOptions } from '../support/ledger/verify.js';

const VERIFY = `
The service keeps running: each enterprise is checked in one snapshot.
An export is the response of GET /deliver/ledger/entries?format=csv without filters. An export that was created while
money moved may miss entries that were being committed. In that case, export again.

Examples:
  $ npm run -s payments -- ledger verify
  $ npm run -s payments -- ledger verify --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --file entries.csv --json`;

/** `payments ledger …` */
export function registerLedger(program: Command): void {
  program
    .command('ledger')
    .description('check the ledger')
    .command('verify')
    .description('recompute all balances from the entries; exit status 1 if something does not match')
    .addOption(oneOfAll())
    .option('--file <export.csv>', 'also compare an export of the entries of the enterprise')
    .addOption(jsonOption())
    .addHelpText('after', VERIFY)
    .action(verify);
}

async function verify({ json = false, ...options }: VerifyOptions & { readonly json?: boolean }): Promise<void> {
  const [{ inApplication }, { Progress }, { verifyLedgers }, report] = await Promise.all([
    import('../support/application.js'),
    import('../support/keys/progress.js'),
    import('../support/ledger/verify.js'),
    import('../support/ledger/report.js'),
  ]);
  const progress = new Progress(process.stderr);
  const reports = await inApplication((app) => verifyLedgers(app, options, progress)).finally(() => progress.end());
  const print = json ? report.reportsAsJson : report.describeReports;
  process.stdout.write(`${print(reports, progress.elapsedMs)}\n`);
  if (!report.isSound(reports)) process.exitCode = 1;
}
