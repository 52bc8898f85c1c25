import { type Command, Option } from 'commander';
import type * as commands from '../support/rails/statement-commands.js';
import { json, limit } from '../support/options.js';
import { asOperator, reason } from './rails-options.js';

const LIST = `
States: current (it is compared), superseded (the bank corrected it), repeated (it was received before), unbooked (a test, or
one that deletes or corrects another; see 'rails exceptions list'), shown (intraday, or a notification), loading.

Examples:
  $ npm run -s payments -- rails statements list
  $ npm run -s payments -- rails statements list --connection first-bank --all --json`;

const SHOW = `
Lines that nothing matches are open. Numbers in texts of the bank are masked. --json prints all lines.

Examples:
  $ npm run -s payments -- rails statements show 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --open
  $ npm run -s payments -- rails statements show 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

const EXPLAIN = `
wire_in credits the enterprise, once for the reference of the bank; a credit that has this reference already is not repeated. fee,
interest and transfer go to suspense, under an exception that 'rails exceptions resolve --book' ends. The ledger has them on
the value day of the line. Repeating the command finishes what was interrupted.

Examples:
  $ npm run -s payments -- rails statements explain 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --as fee --enterprise acme \\
      --reason "monthly fee"
  $ npm run -s payments -- rails statements explain 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --as wire_in --enterprise acme \\
      --reason "prefunding"`;

const TAKE_BACK = `
What was booked of it is booked the other way, also where it was credited or charged to an enterprise already. Then explain the line
as what it is, or for whom.

Example:
  $ npm run -s payments -- rails statements take-back 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "it was globex's"`;

/** As libs/rails has them: loading it would slow down every command. */
const EXPLANATIONS = ['fee', 'interest', 'transfer', 'wire_in'];

const RECONCILE = `
Compares the ledger with the files, entry by entry; the files with the statements, line by line; and the cash of the ledger
with the balance of the bank. The worker does the same after each statement and once a banking day. Each difference is a row
in rails.breaks until a later run no longer finds it. No money is moved. Exit status 1 if there are open breaks.

Examples:
  $ npm run -s payments -- rails reconcile
  $ npm run -s payments -- rails reconcile --connection first-bank --day 2026-11-23 --json`;

const MOST_LISTED = 100;

/** `payments rails statements …` and `payments rails reconcile` */
export function registerRailsStatements(rails: Command): void {
  const statements = rails.command('statements').description('show statements of banks, and explain lines');
  statements
    .command('list')
    .description('list statements, newest first')
    .option('--connection <name>', 'only this connection')
    .option('--all', 'intraday reports, notifications and repeated ones too')
    .addOption(limit('statements', MOST_LISTED))
    .addOption(json())
    .addHelpText('after', LIST)
    .action(run('listStatements'));
  statements
    .command('show')
    .description('show a statement and its lines')
    .argument('<id>', "the id that 'rails statements list' prints")
    .option('--open', 'only lines that nothing matches')
    .addOption(json())
    .addHelpText('after', SHOW)
    .action(run('showStatement'));
  statements
    .command('explain')
    .description('say what a line is that no payment explains, and book it')
    .argument('<line>', "the id of an open line that 'rails statements show' prints")
    .addOption(new Option('--as <kind>', 'what it is').choices(EXPLANATIONS).makeOptionMandatory())
    .addOption(new Option('--enterprise <id or name>', 'whose it is').makeOptionMandatory())
    .addOption(reason())
    .addOption(asOperator('--by <operator>'))
    .addOption(json())
    .addHelpText('after', EXPLAIN)
    .action(run('explainLine'));
  statements
    .command('take-back')
    .description('undo what a line was explained as, so that it can be explained anew')
    .argument('<line>', 'the id of the line that was explained')
    .addOption(reason())
    .addOption(asOperator('--by <operator>'))
    .addOption(json())
    .addHelpText('after', TAKE_BACK)
    .action(run('takeBackLine'));
  rails
    .command('reconcile')
    .description('compare ledger, files and statements; exit status 1 if there are open breaks')
    .option('--connection <name>', 'only this connection')
    .addOption(new Option('--day <day>', 'show only breaks of this day'))
    .addOption(json())
    .addHelpText('after', RECONCILE)
    .action(run('reconcileStatements'));
}

/** Loads the implementation only when the command runs. */
function run(name: keyof typeof commands) {
  return async (...args: unknown[]): Promise<void> => {
    const loaded = await import('../support/rails/statement-commands.js');
    await (loaded[name] as (...given: unknown[]) => Promise<void>)(...args);
  };
}
