import { PaymentsConnectionError, PaymentsError } from '@payments/client';
import { ConfigError, EmbeddedPostgresError } from '@payments/platform';
import { Command } from 'commander';
import { registerBackup } from './commands/backup.js';
import { registerBalance } from './commands/balance.js';
import { registerCredentials } from './commands/credentials.js';
import { registerDemo } from './commands/demo.js';
import { registerDirectory } from './commands/directory.js';
import { registerDoctor } from './commands/doctor.js';
import { registerEnterprise } from './commands/enterprise.js';
import { registerInvariants } from './commands/invariants.js';
import { registerKeys } from './commands/keys.js';
import { registerLedger } from './commands/ledger.js';
import { registerListen } from './commands/listen.js';
import { registerMigrate } from './commands/migrate.js';
import { registerQueues } from './commands/queues.js';
import { registerReconcile } from './commands/reconcile.js';
import { registerSandbox } from './commands/sandbox.js';
import { registerSettings } from './commands/settings.js';
import { registerSigningKeys } from './commands/signing-keys.js';
import { registerStart } from './commands/start.js';
import { registerTrigger } from './commands/trigger.js';
import { CliError } from './cli.error.js';
import { paint } from './terminal.js';

const LINGER_MS = 1_000;
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);
/** Codes of the network, and of PostgreSQL: wrong password, no such role, no such database, not yet up. */
const NO_DATABASE = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ECONNRESET'],
  ...['28P01', '28000', '3D000', '57P03'],
]);
const EXAMPLES = `
Examples:
  $ npm start
  $ npm run -s payments -- doctor
  $ npm run -s payments -- enterprise create --name "Acme Payroll" --json

Settings come from environment variables; DATA_DIR (default .data) names the directory of the quick start.`;

async function main(): Promise<void> {
  const program = new Command('payments')
    .description('Runs and administers the payments service.')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(add --help for the options)')
    .configureHelp({ sortSubcommands: true });
  for (const register of [
    registerStart,
    registerMigrate,
    registerEnterprise,
    registerDoctor,
    registerDemo,
    registerListen,
    registerTrigger,
    registerKeys,
    registerQueues,
    registerSandbox,
    registerBackup,
    registerBalance,
    registerLedger,
    registerInvariants,
    registerReconcile,
    registerDirectory,
    registerCredentials,
    registerSettings,
    registerSigningKeys,
  ])
    register(program);
  await program.parseAsync();
}

/** What a person can put right is one line without a stack; everything else is a defect and shows where it is. */
function report(error: unknown): void {
  process.stderr.write(`${paint('red', messageOf(error), process.stderr)}\n`);
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([CliError, ConfigError, EmbeddedPostgresError, PaymentsError].some((type) => error instanceof type)) {
    return error.message;
  }
  if (error instanceof PaymentsConnectionError) return `${error.message}; run "npm start" in another terminal first`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code && path && NOT_ALLOWED.has(code)) {
    return `DATA_DIR: ${path} cannot be used (${code}); start as its owner, or set DATA_DIR to another directory`;
  }
  if (code && NO_DATABASE.has(code)) {
    return `DATABASE_URL: the database cannot be used (${error.message || code}); check the address and login`;
  }
  return error.stack ?? error.message;
}

// A connection that somebody forgot to close must not keep a finished command alive.
void main()
  .catch(report)
  .finally(() => setTimeout(() => process.exit(), LINGER_MS).unref());
