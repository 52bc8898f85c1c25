import type { Command } from 'commander';
import { UsageError } from '../support/cli.error.js';
import { counted } from '../support/terminal.js';
import { asOperator, reason } from './rails-options.js';

const LIST = `
States:
  contradictory  contradicts a result that was already applied; not applied unless 'results apply' does
  early          dated more than a day beyond banking time; not applied unless 'results apply' does
  unmatched      does not match an instruction of this service
  stuck          not applied for an hour; see 'queues redrive --dry-run'
  malformed, unknown_enterprise, id_reused, not_stored
                 set aside: could not be stored in an inbox, see docs/reference/processor.md

Exit status 1 if any are listed.

Examples:
  $ npm run -s payments -- results list
  $ npm run -s payments -- results list --json`;

const REREAD = `
Run this after the connector is fixed. It reads again from the page of the oldest result that was set aside. Every result
is stored once, no matter how often it is read. A result that is still wrong is set aside again.

Examples:
  $ npm run -s payments -- results reread`;

const APPLY = `
Applies a result that the bank has confirmed, although it contradicts an earlier one or is dated in the future. A payment that the
bank refused after it was accepted or settled comes back, as a return would. Where the enterprise has dual control, two operators
give the same command.

Examples:
  $ npm run -s payments -- results apply 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "confirmed by the bank, case 4711"
  $ npm run -s payments -- results apply 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "case 4711" --as grace`;

const DISMISS = `
Removes a result from the list after a person has resolved it. The result is never applied; the reason is stored with it.

Examples:
  $ npm run -s payments -- results dismiss 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "reversed by the bank, case 4711"`;

interface Options {
  readonly json?: boolean;
}

/** `payments results …` */
export function registerResults(program: Command): void {
  const results = program.command('results').description('manage processor results that were not applied');
  results
    .command('list')
    .description('list results that were set aside, are contradictory or match no instruction')
    .option('--json', 'print JSON only')
    .addHelpText('after', LIST)
    .action(list);
  results
    .command('reread')
    .description('read again from the oldest result that was set aside')
    .option('--json', 'print JSON only')
    .addHelpText('after', REREAD)
    .action(reread);
  results
    .command('apply')
    .description('apply a true result that contradicts, or that came too early')
    .argument('<id>', "the id that 'results list' prints")
    .addOption(reason())
    .addOption(asOperator())
    .option('--json', 'print JSON only')
    .addHelpText('after', APPLY)
    .action(apply);
  results
    .command('dismiss')
    .description('remove a resolved result from the list')
    .argument('<id>', "the id that 'results list' prints")
    .requiredOption('--reason <text>', 'how it was resolved')
    .option('--json', 'print JSON only')
    .addHelpText('after', DISMISS)
    .action(dismiss);
}

async function load() {
  const [{ inApplication }, results] = await Promise.all([
    import('../support/application.js'),
    import('../support/results.js'),
  ]);
  return { ...results, run: inApplication };
}

async function list({ json = false }: Options): Promise<void> {
  const { run, listResults, describeResults } = await load();
  const results = await run(listResults);
  process.stdout.write(`${json ? JSON.stringify({ results }, null, 2) : describeResults(results)}\n`);
  if (results.length > 0) process.exitCode = 1;
}

async function reread({ json = false }: Options): Promise<void> {
  const { run, rereadResults } = await load();
  const count = await run(rereadResults);
  process.stdout.write(
    `${json ? JSON.stringify({ reread: count }, null, 2) : `${counted(count, 'result')} will be read again`}\n`,
  );
}

interface Decision extends Options {
  readonly reason: string;
  readonly as: string;
}

async function apply(id: string, { reason: because, as: actor, json = false }: Decision): Promise<void> {
  const { run, applyResult } = await load();
  const outcome = await run((app) => applyResult(app, id, { reason: because, actor }));
  const text =
    outcome === 'applied' ? `${id} applied` : 'requested; another operator applies it with the same command and --as';
  process.stdout.write(`${json ? JSON.stringify({ id: id, outcome }, null, 2) : text}\n`);
}

async function dismiss(id: string, { reason, json = false }: Options & { readonly reason: string }): Promise<void> {
  const { run, dismissResult } = await load();
  if (!(await run((app) => dismissResult(app, id, reason)))) {
    throw new UsageError(`${id}: no open result has this id; use an id that 'results list' prints`);
  }
  process.stdout.write(`${json ? JSON.stringify({ dismissed: id }, null, 2) : `${id} dismissed`}\n`);
}
