import { Command } from 'commander';
import { registerBackup } from '../commands/backup.js';
import { registerBalance } from '../commands/balance.js';
import { registerBank } from '../commands/bank.js';
import { registerBulk } from '../commands/bulk.js';
import { registerCompletion } from '../commands/completion.js';
import { registerCredentials } from '../commands/credentials.js';
import { registerDemo } from '../commands/demo.js';
import { registerDirectory } from '../commands/directory.js';
import { registerDoctor } from '../commands/doctor.js';
import { registerEnterprise } from '../commands/enterprise.js';
import { registerInspect } from '../commands/inspect.js';
import { registerInvariants } from '../commands/invariants.js';
import { registerDistribute } from '../commands/distribute.js';
import { registerIssuer } from '../commands/issuer.js';
import { registerKeys } from '../commands/keys.js';
import { registerLedger } from '../commands/ledger.js';
import { registerListen } from '../commands/listen.js';
import { registerMigrate } from '../commands/migrate.js';
import { registerQueues } from '../commands/queues.js';
import { registerRails } from '../commands/rails.js';
import { registerReconcile } from '../commands/reconcile.js';
import { registerReports } from '../commands/reports.js';
import { registerResults } from '../commands/results.js';
import { registerSandbox } from '../commands/sandbox.js';
import { registerScreening } from '../commands/screening.js';
import { registerSettings } from '../commands/settings.js';
import { registerSigningKeys } from '../commands/signing-keys.js';
import { registerStart } from '../commands/start.js';
import { registerTransfer } from '../commands/transfer.js';
import { registerTrigger } from '../commands/trigger.js';
import { demandValues } from './values.js';
import { packageVersion } from './version.js';

const HELP = `
Exit status: 0 success, 1 failure or failed check, 2 usage error, also a name or id of nothing.

Examples:
  $ npm start
  $ npm run -s payments -- doctor
  $ npm run -s payments -- enterprise create --name "Acme Payroll" --json

Settings are environment variables; DATA_DIR (default .data) is the directory of the quick start.`;

const REGISTERS = [
  ...[
    registerStart,
    registerMigrate,
    registerDistribute,
    registerEnterprise,
    registerTransfer,
    registerBulk,
    registerReports,
    registerDoctor,
    registerDemo,
  ],
  ...[registerListen, registerTrigger, registerBank, registerKeys, registerQueues, registerSandbox, registerBackup],
  ...[
    registerBalance,
    registerLedger,
    registerInvariants,
    registerReconcile,
    registerResults,
    registerDirectory,
    registerScreening,
    registerRails,
  ],
  ...[registerInspect, registerCredentials, registerSettings, registerSigningKeys, registerIssuer, registerCompletion],
];

/** All commands. Command files import their implementation only when they run, so that help is fast. */
export function paymentsProgram(): Command {
  const program = new Command('payments')
    .description('Run and administer the payments service.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', HELP)
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
    .configureHelp({
      sortSubcommands: true,
      optionDescription: ({ mandatory, description, argChoices, defaultValue }) =>
        [
          description,
          ...(mandatory ? ['(required)'] : []),
          ...(argChoices ? [`(one of: ${argChoices.join(', ')})`] : []),
          ...(defaultValue === undefined ? [] : [`(default: ${String(defaultValue)})`]),
        ].join(' '),
    });
  for (const register of REGISTERS) register(program);
  demandValues(program);
  return program;
}
