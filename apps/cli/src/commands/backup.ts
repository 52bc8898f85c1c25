import type { Command } from 'commander';
import type { Backup } from '@payments/quickstart';
import { counted, paint } from '../support/terminal.js';

const HELP = `
For the embedded database of npm start. The backup includes the keys, so protect it: it can decrypt all data.

Examples:
  $ npm run -s payments -- backup create --to /backups/monday
  $ DATA_DIR=.data-restored npm run -s payments -- backup restore --from /backups/monday
  $ DATA_DIR=.data-restored npm start`;

/** `payments backup …` */
export function registerBackup(program: Command): void {
  const backup = program
    .command('backup')
    .description('back up and restore the data directory of npm start')
    .addHelpText('after', HELP);
  backup
    .command('create')
    .description('copy the database and its keys while the service runs')
    .requiredOption('--to <directory>', 'an empty or new directory')
    .option('--json', 'print JSON only')
    .action(async ({ to, json }: { to: string; json?: boolean }) => {
      const { createBackup } = await import('../support/services.js');
      print(await createBackup(process.env, to), 'created', json);
    });
  backup
    .command('restore')
    .description('restore a backup into DATA_DIR, for the next npm start')
    .requiredOption('--from <directory>', 'the directory written by backup create')
    .option('--json', 'print JSON only')
    .action(async ({ from, json }: { from: string; json?: boolean }) => {
      const { restoreBackup } = await import('../support/services.js');
      print(restoreBackup(process.env, from), 'restored', json);
    });
}

function print(backup: Backup, done: string, json = false): void {
  const { directory, complete_until, bytes } = backup;
  const text = json
    ? JSON.stringify(backup, null, 2)
    : `${paint('green', '✔')} backup ${done}: ${directory}, ${counted(bytes, 'byte')}, complete up to ${complete_until}`;
  process.stdout.write(`${text}\n`);
}
