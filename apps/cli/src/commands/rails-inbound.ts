import { type Command, Option } from 'commander';
import type * as commands from '../support/rails/inbound-commands.js';
import { json, limit, oneOfAll } from '../support/options.js';
import { asOperator, reason } from './rails-options.js';
import { WAIVERS } from './rails-waivers.js';

const LIST = `
States: fetched, parsed (being applied), applied, quarantined (it breaks a rule; nothing of it is used), duplicate, ignored,
discarded. Exit status 1 if any listed file is in quarantine.

Examples:
  $ npm run -s payments -- rails inbound list
  $ npm run -s payments -- rails inbound list --state quarantined --json`;

const RETRY = `
The file is read again from its stored bytes. --accept names rules that it may break; no amount, count or hash can be
waived. The waivers are stored with the file, and the act with its reason in the audit log.

Examples:
  $ npm run -s payments -- rails inbound retry 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "profile corrected"
  $ npm run -s payments -- rails inbound retry 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a \\
      --accept missing_file_header --reason "the bank sends no header"`;

const DISCARD = `
Nothing of the file is ever applied. Its bytes are kept.

Examples:
  $ npm run -s payments -- rails inbound discard 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --reason "a test of the bank"`;

const INGEST = `
For a file that the bank sent another way. A worker reads it like a fetched one; content that was received before is not
applied again.

Examples:
  $ npm run -s payments -- rails inbound ingest returns.ach --connection first-bank --reason "mailed by the bank"`;

const EXCEPTIONS = `
Exit status 1 if any are listed.

Examples:
  $ npm run -s payments -- rails exceptions list
  $ npm run -s payments -- rails exceptions list --kind unmatched_return --json`;

const RESOLVE = `
--entry applies a return or a change to the entry with this end-to-end id, as if it had matched. A return must have the
amount of the entry. --book gives an enterprise the money that the bank moved, or charges it: through suspense, once,
whatever is interrupted or repeated. --ignore books nothing, and is refused while money of the exception is in suspense.

Examples:
  $ npm run -s payments -- rails exceptions resolve 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a \\
      --entry P0198f2d17a3b7c1b8a573f6f5d1c2b3a --reason "case 4711 of the bank"
  $ npm run -s payments -- rails exceptions resolve 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a \\
      --book "Acme Lending" --reason "case 4711 of the bank"
  $ npm run -s payments -- rails exceptions resolve 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --ignore --reason "settled by wire"`;

const ADD = `
Notes that you asked your bank, outside of files, to have an entry returned (R06). The receiving bank answers within ten
banking days; 'exceptions list' shows the due date, and the metric payments_rails_exceptions_overdue counts what is overdue.
A return that comes is booked by itself.

Examples:
  $ npm run -s payments -- rails exceptions add --request-return P0198f2d17a3b7c1b8a573f6f5d1c2b3a \\
      --reason "asked by mail, ticket 4711"`;

const PARTICIPANTS = `
What notices of FedNow and RTP (admi.004) last told each connection: which participant, or which network as a whole, takes no
payments since when, or takes them again. The profile says what each code means (iso.notices). While a participant is off,
payments to it take another rail before they are accepted; accepted ones stay as they are. A time to come was announced.

Examples:
  $ npm run -s payments -- rails participants list
  $ npm run -s payments -- rails participants list --connection first-bank --json`;

const FORGET = `
For a participant that is back without a notice of it. The directory alone says again whether the network reaches it, until
the next notice. Without a routing number, what was told of the network itself is forgotten.

Examples:
  $ npm run -s payments -- rails participants forget 231380104 --connection first-bank --rail fednow \\
      --reason "back since 9:00, says the bank"
  $ npm run -s payments -- rails participants forget --connection first-bank --rail rtp --reason "RTP is back"`;

const MOST_LISTED = 100;

const STATES = ['fetched', 'parsed', 'applied', 'quarantined', 'duplicate', 'ignored', 'discarded'];

/** `payments rails inbound …`, `payments rails exceptions …` and `payments rails participants …` */
export function registerRailsInbound(rails: Command): void {
  registerInbound(rails.command('inbound').description('show and manage files from banks'));
  registerQuarantine(rails);
  registerExceptions(rails.command('exceptions').description('show and resolve what a person must decide'));
  registerParticipants(
    rails.command('participants').description('show which participants of instant networks take no payments'),
  );
}

function registerQuarantine(rails: Command): void {
  rails
    .command('quarantine')
    .description("list files from banks that break a rule: short for 'inbound list --state quarantined'")
    .option('--connection <name>', 'only this connection')
    .addOption(limit('files', MOST_LISTED))
    .addOption(json())
    .addHelpText('after', LIST)
    .action((options: object) => run('listInbound')({ ...options, state: 'quarantined' }));
}

function registerInbound(inbound: Command): void {
  inbound
    .command('list')
    .description('list files from banks, newest first')
    .option('--connection <name>', 'only this connection')
    .addOption(new Option('--state <state>', 'only this state').choices(STATES))
    .addOption(limit('files', MOST_LISTED))
    .addOption(json())
    .addHelpText('after', LIST)
    .action(run('listInbound'));
  inbound
    .command('show')
    .description('show a file from a bank: what is wrong with it, and its exceptions')
    .argument('<id>', "the id that 'rails inbound list' prints")
    .addOption(json())
    .action(run('showInbound'));
  inbound
    .command('ingest')
    .description('take a file that the bank sent another way')
    .argument('<file>', 'path of the file')
    .addOption(new Option('--connection <name>', 'the connection').makeOptionMandatory())
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', INGEST)
    .action(run('ingestFile'));
  inbound
    .command('retry')
    .description('read a file in quarantine again')
    .argument('<id>', 'the file')
    .addOption(new Option('--accept <waivers...>', 'rules that the file may break').choices(WAIVERS))
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', RETRY)
    .action(run('retryFile'));
  inbound
    .command('discard')
    .description('give a file in quarantine up')
    .argument('<id>', 'the file')
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', DISCARD)
    .action(run('discardFile'));
}

function registerExceptions(exceptions: Command): void {
  exceptions
    .command('list')
    .description('list open exceptions of files from banks')
    .option('--connection <name>', 'only this connection')
    .option('--kind <kind>', 'only this kind')
    .option('--all', 'resolved ones too')
    .addOption(limit('exceptions', MOST_LISTED))
    .addOption(json())
    .addHelpText('after', EXCEPTIONS)
    .action(run('listExceptions'));
  exceptions
    .command('show')
    .description('show an exception, what it means and what to do')
    .argument('<id>', "the id that 'rails exceptions list' prints")
    .addOption(json())
    .action(run('showException'));
  exceptions
    .command('resolve')
    .description('resolve an exception')
    .argument('<id>', 'the exception')
    .addOption(new Option('--entry <end-to-end-id>', 'the entry that is meant').conflicts(['ignore', 'book']))
    .addOption(new Option('--book <enterprise>', 'the enterprise whose money it is').conflicts('ignore'))
    .option('--ignore', 'book nothing')
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', RESOLVE)
    .action(run('resolveException'));
  exceptions
    .command('add')
    .description('note that the bank was asked to have an entry returned')
    .addOption(new Option('--request-return <end-to-end-id>', 'the entry').makeOptionMandatory())
    .addOption(oneOfAll())
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', ADD)
    .action(run('requestReturn'));
}

function registerParticipants(participants: Command): void {
  participants
    .command('list')
    .description('list what the networks last told of participants, and of themselves')
    .option('--connection <name>', 'only this connection')
    .addOption(json())
    .addHelpText('after', PARTICIPANTS)
    .action(run('listParticipants'));
  participants
    .command('forget')
    .description('forget what a network told of a participant, or of itself')
    .argument('[routing-number]', 'the participant; without it, the network')
    .addOption(new Option('--connection <name>', 'the connection that was told').makeOptionMandatory())
    .addOption(new Option('--rail <rail>', 'the network').choices(['rtp', 'fednow']).makeOptionMandatory())
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', FORGET)
    .action(run('forgetParticipant'));
}

/** Loads the implementation only when the command runs. */
function run(name: keyof typeof commands) {
  return async (...args: unknown[]): Promise<void> => {
    const loaded = await import('../support/rails/inbound-commands.js');
    await (loaded[name] as (...given: unknown[]) => Promise<void>)(...args);
  };
}
