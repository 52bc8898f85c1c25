import { type Command, Option } from 'commander';
import type { AchWaiver } from '@payments/rails';
import { json } from '../support/options.js';

// The list of waivers is not loaded for the help.
const WAIVERS = Object.keys({
  missing_file_header: true,
  missing_file_control: true,
  missing_batch_control: true,
  unordered_batches: true,
  unequal_service_class: true,
  company_id_mismatch: true,
  unknown_return_codes: true,
  foreign_trace: true,
  zero_batches: true,
} satisfies Record<AchWaiver, true>);

const INSPECT = `
The file is read twice: first every count, sum and hash is checked, then the entries are shown. If a rule is broken,
nothing in the file may be used; the command shows the lines, rules, and what was expected and found, and ends with
exit status 1. It needs no database and changes nothing. Account numbers are masked.

Examples:
  $ npm run -s payments -- rails inspect returns.ach
  $ npm run -s payments -- rails inspect returns.ach --accept missing_file_header unordered_batches
  $ cat returns.ach | npm run -s payments -- rails inspect - --json`;

interface InspectOptions {
  readonly accept?: AchWaiver[];
  readonly json?: boolean;
}

/** `payments rails …` */
export function registerRails(program: Command): void {
  program
    .command('rails')
    .description('work with the files that banks exchange')
    .command('inspect')
    .description('check a NACHA file and show its batches, entries, returns and changes')
    .argument('<file>', 'path of the file, or - for standard input')
    .addOption(new Option('--accept <waivers...>', 'rules that the file may break').choices(WAIVERS))
    .addOption(json())
    .addHelpText('after', INSPECT)
    .action(inspect);
}

async function inspect(file: string, { accept = [], json = false }: InspectOptions): Promise<void> {
  const { inspectFile } = await import('../support/rails/inspect-file.js');
  const isSound = await inspectFile(file, { accept, json });
  if (!isSound) process.exitCode = 1;
}
