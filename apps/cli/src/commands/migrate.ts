import { loadConfig, migrate } from '@payments/platform';
import type { Command } from 'commander';
import { migrations } from '../../../../migrations/index.js';
import { resolveEnvironment } from '../environment.js';
import { say } from '../terminal.js';

/** `payments migrate` */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('make the database roles and bring the schema up to date; safe to run again')
    .addHelpText('after', '\nNeeds DATABASE_ADMIN_URL (the owner) or DATABASE_URL, or a running "npm start".')
    .action(async () => {
      const { applied } = await migrate({ config: loadConfig(resolveEnvironment(process.env)), migrations });
      say(applied.length === 0 ? 'the schema is up to date' : `applied: ${applied.join(', ')}`);
    });
}
