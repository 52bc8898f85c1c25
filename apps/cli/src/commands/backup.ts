import type { Command } from 'commander';
import type { Backup } from '../backup.js';
import { counted, paint } from '../terminal.js';

const HELP = `
For the database that npm start brings. The backup holds the keys too: who has it can read everything.

Examples:
  $ npm run -s payments -- backup create --to /backups/monday
  $ DATA_DIR=.data-restored npm run -s payments -- backup restore --from /backups/monday
  $ DATA_DIR=.data-restored npm start`;

/** `payments backup …` */
export function registerBackup(program: Command): void {
  const backup = program
    .command('backup')
    .description('back up what npm start keeps, and restore it')
    .addHelpText('after', HELP);
  backup
    .command('create')
    .description('copy the database and its keys, while the service runs')
    .requiredOption('--to <directory>', 'an empty directory, or one to be made')
    .option('--json', 'print JSON only')
    .action(async ({ to, json }: { to: string; json?: boolean }) => {
      const { createBackup } = await import('../backup.js');
      print(await createBackup(process.env, to), 'created', json);
    });
  backup
    .command('restore')
    .description('put a backup into DATA_DIR, for npm start to go on with')
    .requiredOption('--from <directory>', 'what backup create has made')
    .option('--json', 'print JSON only')
    .action(async ({ from, json }: { from: string; json?: boolean }) => {
      const { restoreBackup } = await import('../backup.js');
      print(restoreBackup(process.env, from), 'restored', json);
    });
}

function print(backup: Backup, done: string, json = false): void {
  const { directory, complete_until, bytes } = backup;
  const text = json
    ? JSON.stringify(backup, null, 2)
    : `${paint('green', '✔')} backup ${done}: ${directory}, ${counted(bytes, 'byte')}, complete until ${complete_until}`;
  process.stdout.write(`${text}\n`);
}
