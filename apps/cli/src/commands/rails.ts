import { type Command, Option } from 'commander';
import type { Waiver } from '@payments/rails';
import { json } from '../support/options.js';
import { registerRailsEntries } from './rails-entries.js';
import { registerRailsCertify } from './rails-certify.js';
import { registerRailFiles } from './rails-files.js';
import { registerRailsInbound } from './rails-inbound.js';
import { registerRailsStatements } from './rails-statements.js';
import { WAIVERS } from './rails-waivers.js';
import type { TestFileOptions } from '../support/rails/write-test-file.js';

const INSPECT = `
NACHA files; statements as camt.052, camt.053, camt.054 or BAI2; pain.001, pain.002, pacs.002, pacs.004, pacs.008, pacs.028,
camt.029, camt.056, admi.002 and admi.004, alone or in the wrapper of FedNow or RTP. The content tells which one it is.

Every count, sum and hash is checked before anything is shown. If a rule is broken, nothing in the file may be used; the
command shows the lines, rules, and what was expected and found, and ends with exit status 1. It needs no database and
changes nothing. Account numbers are masked. --json prints a line for each event of a statement, else one document.

Examples:
  $ npm run -s payments -- rails inspect returns.ach
  $ npm run -s payments -- rails inspect returns.ach --accept missing_file_header unordered_batches
  $ npm run -s payments -- rails inspect statement.xml
  $ cat returns.ach | npm run -s payments -- rails inspect - --json`;

const CHECK = `
Each connection is taken through every step of a file: resolve, connect, host_key, log_in, start_sftp, and list of each
directory. With --write an empty file named .probe-… is written, renamed and removed in the outbound directory. The first
step that fails ends the check of its connection, and the command ends with exit status 1. Host keys are compared with
host_keys before anything secret is sent. Nothing else is changed at the bank.

Failures: dns, tcp, host_key, auth, path (refused by the server), exists, quota, broken (connection or protocol).

Examples:
  $ BANKS_FILE=banks.json npm run -s payments -- rails check
  $ npm run -s payments -- rails check --connection first-bank --write
  $ npm run -s payments -- rails check --json | jq '.connections[] | select(.ok | not)'`;

const WINDOWS = `
A file is cut when its window ends: lead_minutes before the cut-off of the bank. It must be uploaded upload_margin_minutes
before the cut-off. Times are in New York; weekends and holidays of the Federal Reserve are skipped.

Examples:
  $ npm run -s payments -- rails windows
  $ npm run -s payments -- rails windows --connection first-bank --days 10 --json`;

const CONNECTIONS = `
Shows what BANKS_FILE says, and what the workers have recorded, without a connection to any bank; 'rails check' connects:

  fetch, upload  the last success and the last failure over the channel with its cause, and when the worker tries again
  outbound       payments that wait for their window, files that leave, and those that are held, in doubt or refused
  inbound        files of the bank that are not applied yet, or that are in quarantine
  open           exceptions and breaks that wait for a person
  statement      the newest day that is compared with the ledger and the files

Without DATABASE_URL only the profiles are shown; "state" is then null.

Examples:
  $ npm run -s payments -- rails connections
  $ npm run -s payments -- rails connections --connection first-bank
  $ npm run -s payments -- rails connections --json | jq '.connections[].state.channel'`;

const TEST_FILE = `
The file goes to standard output, in the format of the profile: a payment of $0.01 to the account of --credit and a debit
of $0.01 from the account of --debit, or with --zero prenotes, which move no money. It is stored nowhere and sent nowhere.
A bank asks for such a file before it lets an originator send real ones.

Examples:
  $ npm run -s payments -- rails test-file --connection first-bank --zero --credit 231380104:1234567 > test.ach
  $ npm run -s payments -- rails test-file --connection first-bank \\
      --credit 231380104:1234567 --debit 231380104:7654321:savings | npm run -s payments -- rails inspect -`;

interface InspectOptions {
  readonly accept?: Waiver[];
  readonly json?: boolean;
}

interface ConnectionOptions {
  readonly connection?: string;
  readonly json?: boolean;
}

/** `payments rails …` */
export function registerRails(program: Command): void {
  const rails = program
    .command('rails')
    .description('check connections to banks, and work with the files that they exchange');
  rails
    .command('inspect')
    .description('check a file of a bank and show it: NACHA, ISO 20022 or BAI2')
    .argument('<file>', 'path of the file, or - for standard input')
    .addOption(new Option('--accept <waivers...>', 'rules that the file may break').choices(WAIVERS))
    .addOption(json())
    .addHelpText('after', INSPECT)
    .action(inspect);
  rails
    .command('connections')
    .description('list the connections of BANKS_FILE, when each cuts its next file, and how its work goes')
    .addOption(oneConnection())
    .addOption(json())
    .addHelpText('after', CONNECTIONS)
    .action(connections);
  rails
    .command('check')
    .description('connect to each bank and go through every step of a file; exit status 1 if one fails')
    .addOption(oneConnection())
    .option('--write', 'also write, rename and remove an empty file')
    .addOption(json())
    .addHelpText('after', CHECK)
    .action(check);
  rails
    .command('windows')
    .description('show when the next files are cut, uploaded and settled')
    .addOption(oneConnection())
    .addOption(new Option('--days <days>', 'banking days to show, today included').default(5))
    .addOption(json())
    .addHelpText('after', WINDOWS)
    .action(windows);
  rails
    .command('test-file')
    .description('write a NACHA file for the certification by the bank to standard output')
    .addOption(new Option('--connection <name>', 'the connection').makeOptionMandatory())
    .option('--company <company>', 'company id or enterprise; optional if the connection has only one')
    .option('--credit <account>', 'account to pay to: routing number:account number, and :savings if it is one')
    .option('--debit <account>', 'account to debit, in the same form')
    .option('--zero', 'prenotes instead of payments of $0.01')
    .addHelpText('after', TEST_FILE)
    .action(testFile);
  registerRailsCertify(rails);
  registerRailFiles(rails);
  registerRailsEntries(rails);
  registerRailsInbound(rails);
  registerRailsStatements(rails);
}

const oneConnection = () => new Option('--connection <name>', 'only this connection (default: all)');

async function connections({ connection, json = false }: ConnectionOptions): Promise<void> {
  const { listConnections } = await import('../support/rails/list-connections.js');
  await listConnections({ connection, json });
}

async function check({
  connection,
  write = false,
  json = false,
}: ConnectionOptions & { write?: boolean }): Promise<void> {
  const { checkConnections } = await import('../support/rails/check-connections.js');
  const isSound = await checkConnections({ connection, write, json });
  if (!isSound) process.exitCode = 1;
}

async function windows({ connection, days, json = false }: ConnectionOptions & { days: number }): Promise<void> {
  const { listWindows } = await import('../support/rails/list-windows.js');
  listWindows({ connection, days, json });
}

async function testFile(options: TestFileOptions): Promise<void> {
  const { writeTestFile } = await import('../support/rails/write-test-file.js');
  await writeTestFile(options);
}

async function inspect(file: string, { accept = [], json = false }: InspectOptions): Promise<void> {
  const { inspectFile } = await import('../support/rails/inspect-file.js');
  const isSound = await inspectFile(file, { accept, json });
  if (!isSound) process.exitCode = 1;
}
