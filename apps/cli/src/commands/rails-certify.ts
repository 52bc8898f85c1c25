import { type Command, Option } from 'commander';
import type { CertifyOptions } from '../support/rails/certify.js';
import { json } from '../support/options.js';

const CERTIFY = `
Makes a test file or message of every kind that the connection sends, by its own writers and in the format of its profile:
payments and debits of every SEC code, direction and account type, prenotes, the verification of an account, entries to return
and to correct, reversals, same-day entries, and over messages payments, a question for a status and a request to return one.
Payees, payers and accounts are made up, at the bank itself or at the test bank of --receiver, and named CERTIFICATION TEST.
Nothing is stored in the database, and nothing is booked.

Each file is validated by the checks of the simulated bank, which share no code with the writers. --out gets the files, and
report.html and report.json for the bank: what was made, every rule with its source, and what the bank must send back.

--send uploads the files of --out. --responses reads what the bank put into the inbound directories of the profile, or into
the directory of --from, and ticks off what came. On RTP it also makes the request to return a payment, once the status of the
payment told by what RTP knows it. Files of the bank stay where they are: certify before a worker fetches from the connection.

Exit status 1 if a rule is broken, or with --responses if an answer is missing or refuses something.

Examples:
  $ npm run -s payments -- rails certify first-bank --out certification
  $ npm run -s payments -- rails certify first-bank --out certification --send
  $ npm run -s payments -- rails certify first-bank --out certification --responses
  $ npm run -s payments -- rails certify first-bank --out certification --responses --from mailed-by-the-bank --json`;

/** `payments rails certify` */
export function registerRailsCertify(rails: Command): void {
  rails
    .command('certify')
    .description('make, check and send the test files that a bank asks for, with a report, and tick off its answers')
    .argument('<connection>', 'the connection')
    .addOption(new Option('--out <directory>', 'where the files and the report are').makeOptionMandatory())
    .option('--receiver <routing-number>', 'test bank of the made-up accounts (default: the bank itself)')
    .option('--send', 'upload the files of --out to the bank')
    .option('--responses', 'read the answers of the bank to the files of --out')
    .option('--from <directory>', 'a directory with the answers, instead of those at the bank')
    .addOption(json())
    .addHelpText('after', CERTIFY)
    .action(certify);
}

async function certify(connection: string, options: CertifyOptions): Promise<void> {
  const { certifyConnection } = await import('../support/rails/certify.js');
  const isSound = await certifyConnection(connection, options);
  if (!isSound) process.exitCode = 1;
}
