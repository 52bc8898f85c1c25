import { Argument, type Command } from 'commander';
import { CliError, UsageError } from '../support/cli.error.js';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { type Topic, topics } from '../support/inspect/topics.table.js';
import { json as jsonOption, oneOfAll } from '../support/options.js';
import { columns } from '../support/terminal.js';

const TOPICS = `
What there is to inspect:
${columns(Object.entries(topics))}

Examples:
  $ npm run -s payments -- inspect activity
  $ npm run -s payments -- inspect tasks --enterprise "Acme Payroll" --json`;

const METRICS = `
The api is asked at METRICS_PORT of this machine, and the worker at the next port. In containers each has a machine of its own.

Examples:
  $ npm run -s payments -- metrics payments_check_up
  $ npm run -s payments -- metrics payments_webhook_failures_total --url http://127.0.0.2:9465`;

const END = `
A session of another login is ended by that login or a superuser, unless DATABASE_ADMIN_URL may.

Example:
  $ npm run -s payments -- end-session 4711`;

/** `payments inspect`, `payments metrics`, `payments end-session`: what an operator needs instead of psql and curl. */
export function registerInspect(program: Command): void {
  program
    .command('inspect')
    .description('show what the database server does, and what waits in the database')
    .addArgument(new Argument('<what>', 'what to show').choices(Object.keys(topics)))
    .addOption(oneOfAll())
    .addOption(jsonOption())
    .addHelpText('after', TOPICS)
    .action(show);
  program
    .command('metrics')
    .description('show metrics of the processes on this machine')
    .argument('<name>', 'the name of a metric, or its beginning')
    .option('--url <url>', 'the address of one process, such as http://127.0.0.1:9464')
    .addHelpText('after', METRICS)
    .action(metrics);
  program
    .command('end-session')
    .description("end a session of the database, with the pid that 'inspect activity' shows")
    .argument('<pid>', 'its process id')
    .addHelpText('after', END)
    .action(endSession);
}

async function show(what: Topic, { enterprise, json = false }: OfEnterprise): Promise<void> {
  const [{ inApplication }, { describeRows, inspect }, { inspections }] = await Promise.all([
    import('../support/application.js'),
    import('../support/inspect/inspect.js'),
    import('../support/inspect/inspections.table.js'),
  ]);
  const rows = await inApplication((app) => inspect(app, inspections[what], enterprise));
  process.stdout.write(`${json ? JSON.stringify({ [what.replace('-', '_')]: rows }, null, 2) : describeRows(rows)}\n`);
}

async function metrics(name: string, { url }: { readonly url?: string }): Promise<void> {
  const [{ commandConfig }, { processesOf, readText }] = await Promise.all([
    import('../support/application.js'),
    import('../support/processes.js'),
  ]);
  const addresses = url === undefined ? processesOf(commandConfig()) : [{ name: 'process', url }];
  const texts = await Promise.all(
    addresses.map(async (each) => ({ ...each, text: await readText(`${each.url}/metrics`) })),
  );
  const silent = texts.filter(({ text }) => text === undefined);
  if (silent.length === texts.length) {
    throw new CliError(
      `no process responds at ${silent.map((each) => each.url).join(' or ')}; run this where it runs, or pass --url`,
    );
  }
  const lines = texts.flatMap(({ name: process, text = '' }) =>
    text.split('\n').flatMap((line) => (line.replace('# HELP ', '').startsWith(name) ? [`${process} ${line}`] : [])),
  );
  if (lines.length === 0)
    throw new UsageError(`no metric begins with ${name}; docs/reference/metrics.generated.md lists them`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function endSession(pid: number): Promise<void> {
  const [{ commandConfig }, { endSessionOf }] = await Promise.all([
    import('../support/application.js'),
    import('../support/inspect/end-session.js'),
  ]);
  process.stdout.write(`${await endSessionOf(commandConfig(), pid)}\n`);
}
