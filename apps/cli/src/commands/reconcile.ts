import type { Command } from 'commander';
import { UsageError } from '../support/cli.error.js';
import { json as jsonOption, oneOfAll } from '../support/options.js';

interface ReconcileOptions {
  readonly enterprise?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

const HELP = `
The worker does the same once a day. Each difference is a row in transfers.reconciliation_breaks until a later run no
longer finds it. Reconciliation never moves money. Times are banking time. The default of --from is seven days ago, or
the time of the oldest open break if that is earlier.

Examples:
  $ npm run -s payments -- reconcile
  $ npm run -s payments -- reconcile --from 2026-11-01 --to 2026-11-08 --json`;

/** `payments reconcile` */
export function registerReconcile(program: Command): void {
  program
    .command('reconcile')
    .description('compare our records with the processor report; exit status 1 if there are open breaks')
    .addOption(oneOfAll())
    .option('--from <time>', 'start of the period: a date or an instant')
    .option('--to <time>', 'end of the period, exclusive')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(reconcile);
}

async function reconcile({ enterprise, from, to, json = false }: ReconcileOptions): Promise<void> {
  const period = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
  if (from && to && period.from! >= period.to!) throw new UsageError('--from must be before --to');
  const [{ inApplication }, { describeReconciliations, reconcileAll }] = await Promise.all([
    import('../support/application.js'),
    import('../support/reconcile.js'),
  ]);
  const results = await inApplication((app) => reconcileAll(app, { period, ...(enterprise && { enterprise }) }));
  const text = json
    ? JSON.stringify({ command: 'reconcile', enterprises: results }, null, 2)
    : describeReconciliations(results);
  process.stdout.write(`${text}\n`);
  if (results.some(({ breaks }) => breaks.length > 0)) process.exitCode = 1;
}
