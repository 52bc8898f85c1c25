import { Option } from 'commander';
import type { Command } from 'commander';
import type { DirectoryFormat } from '../support/directory.js';

const FORMATS: readonly DirectoryFormat[] = ['csv', 'fedach', 'rtp', 'fednow'];

interface Options {
  readonly json?: boolean;
}

interface LoadOptions extends Options {
  readonly format: DirectoryFormat;
}

const LOAD = `
Each file replaces what was loaded of its kind, in one step while the service runs.

  csv      CSV in UTF-8 with the columns routing_number (9 digits), rtp and fednow (true or false)
  rtp      the participants of RTP: CSV with one column of routing numbers, or a routing number in each line
  fednow   the participants of FedNow, in the same form
           A column of services may say CTSR, CTRO or RFPR: banks with RFPR alone only receive requests, and are left out
  fedach   the FedACH directory of the Federal Reserve, with lines of 155 characters

Banks that no list of participants has are reached by ACH only. Once a FedACH directory is loaded, ACH reaches no others,
and payments to a routing number with a new one tell the client the new one.

Examples:
  $ npm run -s payments -- directory load participants.csv
  $ npm run -s payments -- directory load FedACHdir.txt --format fedach
  $ npm run -s payments -- directory load fednow-participants.csv --format fednow --json`;

const CLEAR = `
Afterwards the sandbox uses its built-in directory again, production sends everything by ACH, and ACH reaches every bank.

Example:
  $ npm run -s payments -- directory clear`;

/** `payments directory …` */
export function registerDirectory(program: Command): void {
  const directory = program.command('directory').description('manage the directory of banks that the networks reach');
  directory
    .command('load')
    .description('replace the directory of banks, or one of its parts, with a file')
    .argument('<file>', 'path of the file')
    .addOption(new Option('--format <format>', 'what the file is').choices(FORMATS).default('csv'))
    .option('--json', 'print a JSON summary')
    .addHelpText('after', LOAD)
    .action(load);
  directory
    .command('clear')
    .description('delete the loaded directory')
    .option('--json', 'print a JSON summary')
    .addHelpText('after', CLEAR)
    .action(clear);
}

async function load(file: string, { format, json = false }: LoadOptions): Promise<void> {
  const { loadDirectory } = await import('../support/directory.js');
  await loadDirectory(file, format, json);
}

async function clear({ json = false }: Options): Promise<void> {
  const { clearDirectory } = await import('../support/directory.js');
  await clearDirectory(json);
}
