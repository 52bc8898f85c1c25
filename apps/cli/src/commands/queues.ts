import type { Command } from 'commander';
import { oneOfAll } from '../support/options.js';
import type { RedriveOptions } from '../support/queues/redrive.js';

const STATUS = `
Columns:
  due           tasks that are ready to run; a worker claims them within a second
  leased        tasks that a worker or the queue store holds
  waiting       tasks that are scheduled for later, or delayed after a failure
  oldest due    how long the oldest due task has been due; after a minute /health/ready reports degraded
  dead letters  tasks that are no longer retried; see 'queues redrive --help'

Examples:
  $ npm run -s payments -- queues status
  $ npm run -s payments -- queues status --by-enterprise --json`;

const REDRIVE = `
A task becomes a dead letter when its worker crashed or hung five times in a row while running it, or when it failed a
thousand times. Fix the cause first: a redriven task starts as if it were new, and can become a dead letter again.
Without options all dead letters are redriven.

Examples:
  $ npm run -s payments -- queues redrive --dry-run
  $ npm run -s payments -- queues redrive --queue webhook-deliveries
  $ npm run -s payments -- queues redrive --id 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

interface StatusOptions {
  readonly enterprise?: string;
  readonly byEnterprise?: boolean;
  readonly json?: boolean;
}

/** `payments queues …` */
export function registerQueues(program: Command): void {
  const queues = program.command('queues').description('inspect the task queues, and redrive dead letters');
  queues
    .command('status')
    .description('show the due, leased and waiting tasks of each queue, and its dead letters')
    .addOption(oneOfAll())
    .option('--by-enterprise', 'print one line for each enterprise')
    .option('--json', 'print JSON only')
    .addHelpText('after', STATUS)
    .action(status);
  queues
    .command('redrive')
    .description('run dead letters again')
    .option('--queue <name>', 'only dead letters of this queue')
    .addOption(oneOfAll())
    .option('--id <id>', 'only this dead letter')
    .option('--dry-run', 'show the dead letters and their causes without changing them')
    .option('--json', 'print JSON only')
    .addHelpText('after', REDRIVE)
    .action(redriveDeadLetters);
}

async function status({ enterprise, byEnterprise = false, json = false }: StatusOptions): Promise<void> {
  const [{ Backlog, Transactions }, { inApplication }, { enterprises }, { describeQueues }] = await Promise.all([
    import('../support/services.js'),
    import('../support/application.js'),
    import('../support/keys/tools.js'),
    import('../support/queues/report.js'),
  ]);
  const states = await inApplication(async (app) => {
    const transactions = app.get(Transactions, { strict: false });
    const [enterpriseId] = enterprise === undefined ? [] : await enterprises({ transactions }, enterprise);
    return app.get(Backlog, { strict: false }).read({ enterpriseId, byEnterprise });
  });
  process.stdout.write(`${json ? JSON.stringify({ queues: states }, null, 2) : describeQueues(states)}\n`);
}

async function redriveDeadLetters({
  json = false,
  ...options
}: RedriveOptions & { readonly json?: boolean }): Promise<void> {
  const [{ inApplication }, { redrive }, { describeDeadLetters }] = await Promise.all([
    import('../support/application.js'),
    import('../support/queues/redrive.js'),
    import('../support/queues/report.js'),
  ]);
  const letters = await inApplication((app) => redrive(app, options));
  const dry_run = options.dryRun ?? false;
  const text = json
    ? JSON.stringify({ dry_run, dead_letters: letters }, null, 2)
    : describeDeadLetters(letters, dry_run);
  process.stdout.write(`${text}\n`);
}
