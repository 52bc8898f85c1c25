import type { Command } from 'commander';
import { oneOfAll } from '../options.js';
import type { RedriveOptions } from '../queues/redrive.js';

const STATUS = `
Columns:
  due           tasks that may be begun now; a worker takes them within a second
  leased        tasks that a worker or the queue store has
  waiting       tasks whose time has not come: planned, or put off after a failure
  oldest due    for how long the oldest due task has been; more than a minute makes /health/ready say degraded
  dead letters  tasks that were given up; see 'queues redrive --help'

Examples:
  $ npm run -s payments -- queues status
  $ npm run -s payments -- queues status --by-enterprise --json`;

const REDRIVE = `
A task is given up when its worker died or hung five times in a row while at it, or when it failed a thousand times.
Put the cause right first: what is taken up again begins as if it were new, and may be given up again.
Without options everything is taken up.

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
  const queues = program.command('queues').description('look after the work that waits, and what was given up');
  queues
    .command('status')
    .description('show how much work is due, at hand and planned in each queue, and its dead letters')
    .addOption(oneOfAll())
    .option('--by-enterprise', 'a line for each enterprise')
    .option('--json', 'print JSON only')
    .addHelpText('after', STATUS)
    .action(status);
  queues
    .command('redrive')
    .description('take dead letters up again')
    .option('--queue <name>', 'those of this queue only')
    .addOption(oneOfAll())
    .option('--id <id>', 'this one only')
    .option('--dry-run', 'show them with their causes, and leave them as they are')
    .option('--json', 'print JSON only')
    .addHelpText('after', REDRIVE)
    .action(redriveDeadLetters);
}

async function status({ enterprise, byEnterprise = false, json = false }: StatusOptions): Promise<void> {
  const [{ Backlog, Transactions }, { inApplication }, { enterprises }, { describeQueues }] = await Promise.all([
    import('../services.js'),
    import('../application.js'),
    import('../keys/tools.js'),
    import('../queues/report.js'),
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
    import('../application.js'),
    import('../queues/redrive.js'),
    import('../queues/report.js'),
  ]);
  const letters = await inApplication((app) => redrive(app, options));
  const dry_run = options.dryRun ?? false;
  const text = json
    ? JSON.stringify({ dry_run, dead_letters: letters }, null, 2)
    : describeDeadLetters(letters, dry_run);
  process.stdout.write(`${text}\n`);
}
