import type { Command } from 'commander';
import { json } from '../support/options.js';
import { counted } from '../support/terminal.js';

const HELP = `
Needs DATABASE_ADMIN_URL, the address of a superuser on the coordinator. Stop the processes before the first run, which moves
the rows. Later runs place what migrations have added, which "payments migrate" does too.

Example:
  $ npm run -s payments -- distribute --json`;

/** `payments distribute` */
export function registerDistribute(program: Command): void {
  program
    .command('distribute')
    .description('distribute the tables over the servers of a Citus cluster; safe to run again')
    .addOption(json())
    .addHelpText('after', HELP)
    .action(run);
}

async function run({ json: asJson = false }: { readonly json?: boolean }): Promise<void> {
  const [{ databaseUrls, distribute, pendingMigrations, ConfigError }, { migrations, placements }, { commandConfig }] =
    await Promise.all([
      import('../support/services.js'),
      import('../../../../migrations/index.js'),
      import('../support/application.js'),
    ]);
  const { admin } = databaseUrls(commandConfig());
  const pending = await pendingMigrations(admin, migrations);
  if (pending.length > 0)
    throw new ConfigError(`pending migrations: ${pending.join(', ')}; run 'payments migrate' first`);
  const { version, servers, placed } = await distribute(admin, placements);
  const result = { command: 'distribute', citus: version, servers, placed };
  const text = placed.length === 0 ? 'every table has its place' : `placed: ${placed.join(', ')}`;
  if (asJson) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else process.stderr.write(`${text} (Citus ${version}, ${counted(servers, 'server')})\n`);
}
