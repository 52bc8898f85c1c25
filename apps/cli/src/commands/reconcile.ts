import type { Reconciliation } from '@payments/transfers';
import type { Command } from 'commander';
import { UsageError } from '../cli.error.js';
import { json as jsonOption, oneOfAll } from '../options.js';
import { columns, counted, paint } from '../terminal.js';

interface ReconcileOptions {
  readonly enterprise?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

type Reconciled = Reconciliation & { readonly enterprise_id: string };

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
  const period = { ...timeOption('from', from), ...timeOption('to', to) };
  const [{ inApplication }, { reconcileAll }] = await Promise.all([
    import('../application.js'),
    import('../reconcile.js'),
  ]);
  const results = await inApplication((app) => reconcileAll(app, { period, ...(enterprise && { enterprise }) }));
  const text = json ? JSON.stringify({ command: 'reconcile', enterprises: results }, null, 2) : describe(results);
  process.stdout.write(`${text}\n`);
  if (results.some(({ breaks }) => breaks.length > 0)) process.exitCode = 1;
}

function timeOption(name: 'from' | 'to', text: string | undefined): { from?: Date; to?: Date } {
  if (text === undefined) return {};
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--${name}: must be a date or an instant, such as 2026-11-01`);
  return { [name]: time };
}

function describe(results: readonly Reconciled[]): string {
  const open = results.reduce((sum, { breaks }) => sum + breaks.length, 0);
  const own = results.reduce((sum, each) => sum + each.own, 0);
  const mark = open === 0 ? paint('green', '✔') : paint('red', '✖');
  const head = `${mark} reconcile: ${counted(open, 'break')} open; ${counted(results.length, 'enterprise')}, ${counted(own, 'own instruction')}`;
  const lines = results
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ enterprise_id, breaks }) => {
      const rows = breaks.map(({ kind, end_to_end_id, own: ours, reported }): [string, string] => [
        `${paint('red', kind)} ${end_to_end_id}`,
        `own: ${ours}; reported: ${reported}`,
      ]);
      return `enterprise ${enterprise_id}\n${columns(rows)}`;
    });
  return [head, ...lines].join('\n');
}
