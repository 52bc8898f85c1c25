import type { Command } from 'commander';
import { json } from '../support/options.js';
import { counted } from '../support/terminal.js';

const HELP = `
Needs DATABASE_ADMIN_URL (the owner) or DATABASE_URL, or a running "npm start".

Examples:
  $ npm run -s payments -- migrate --dry-run
  $ npm run -s payments -- migrate --json`;

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `payments migrate` */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('create the database roles and migrate the schema; safe to run again')
    .option('--dry-run', 'show pending migrations without running them')
    .addOption(json())
    .addHelpText('after', HELP)
    .action(migrate);
}

async function migrate({ dryRun: dry_run = false, json = false }: Options): Promise<void> {
  const [platform, { migrations, placements }, { commandConfig }] = await Promise.all([
    import('../support/services.js'),
    import('../../../../migrations/index.js'),
    import('../support/application.js'),
  ]);
  const config = commandConfig();
  if (dry_run) {
    const pending = await platform.pendingMigrations(platform.databaseUrls(config).admin, migrations);
    print({ dry_run, pending }, json, describe('pending', pending));
    return;
  }
  const { applied } = await platform.migrate({ config, migrations, placements });
  print({ dry_run, applied }, json, describe('applied', applied));
}

function describe(what: string, names: readonly string[]): string {
  return names.length === 0
    ? 'the schema is up to date'
    : `${what}: ${names.join(', ')} (${counted(names.length, 'migration')})`;
}

/** For people on standard error, because it is not data; for programs on standard output. */
function print(result: object, json: boolean, text: string): void {
  if (json) process.stdout.write(`${JSON.stringify({ command: 'migrate', ...result }, null, 2)}\n`);
  else process.stderr.write(`${text}\n`);
}
