import type { Command } from 'commander';
import { CliError } from '../cli.error.js';
import { counted } from '../terminal.js';

const LIST = `
States:
  contradictory  contradicts what was applied before; never applied
  unmatched      of an instruction that is not ours
  stuck          not applied for an hour; see 'queues redrive --dry-run'
  malformed, unknown_enterprise, id_reused, not_stored
                 set aside: no inbox took it, see docs/reference/processor.md

Exit status 1 when there are any.

Examples:
  $ npm run -s payments -- results list
  $ npm run -s payments -- results list --json`;

const REREAD = `
Reads again from the page of the oldest result that was set aside, once the connector is mended. Every result is stored
once, however often it is read; what is still wrong is set aside anew.

Examples:
  $ npm run -s payments -- results reread`;

const DISMISS = `
Takes a result off the list once a person has dealt with it. It is never applied; the reason is stored with it.

Examples:
  $ npm run -s payments -- results dismiss 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "reversed by the bank, case 4711"`;

interface Options {
  readonly json?: boolean;
}

/** `payments results …` */
export function registerResults(program: Command): void {
  const results = program.command('results').description('look after results of the processor that were not applied');
  results
    .command('list')
    .description('list results that were set aside, are contradictory, or are of no instruction of ours')
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
    .command('dismiss')
    .description('take a result off the list that a person has dealt with')
    .argument('<id>', "the id that 'results list' prints")
    .requiredOption('--reason <text>', 'what was done about it')
    .option('--json', 'print JSON only')
    .addHelpText('after', DISMISS)
    .action(dismiss);
}

async function load() {
  const [{ inApplication }, results] = await Promise.all([import('../application.js'), import('../results.js')]);
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

async function dismiss(id: string, { reason, json = false }: Options & { readonly reason: string }): Promise<void> {
  const { run, dismissResult } = await load();
  if (!(await run((app) => dismissResult(app, id.toLowerCase(), reason)))) {
    throw new CliError(`${id}: no such result is open; take an id that 'results list' prints`);
  }
  process.stdout.write(`${json ? JSON.stringify({ dismissed: id.toLowerCase() }, null, 2) : `${id} dismissed`}\n`);
}
