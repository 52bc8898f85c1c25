import type { Command } from 'commander';

interface Options {
  readonly json?: boolean;
}

const LOAD = `
The file is CSV in UTF-8 with the columns routing_number (9 digits), rtp and fednow (true or false). It replaces the
loaded directory in one step while the service runs. Routing numbers that are not in it are reached by ACH only.

Examples:
  $ npm run -s payments -- directory load participants.csv
  $ npm run -s payments -- directory load participants.csv --json`;

const CLEAR = `
Afterwards the sandbox uses its built-in directory again, and production sends everything by ACH.

Example:
  $ npm run -s payments -- directory clear`;

/** `payments directory …` */
export function registerDirectory(program: Command): void {
  const directory = program
    .command('directory')
    .description('manage the directory of banks that the instant networks reach');
  directory
    .command('load')
    .description('replace the directory of RTP and FedNow participants with a CSV file')
    .argument('<file>', 'path of the file')
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

async function load(file: string, { json = false }: Options): Promise<void> {
  const { loadDirectory } = await import('../support/directory.js');
  await loadDirectory(file, json);
}

async function clear({ json = false }: Options): Promise<void> {
  const { clearDirectory } = await import('../support/directory.js');
  await clearDirectory(json);
}
