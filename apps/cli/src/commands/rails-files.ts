import { type Command, Option } from 'commander';
import type { FileStatus } from '@payments/rails';
import { UsageError } from '../support/cli.error.js';
import { json, oneOfAll } from '../support/options.js';
import { asOperator, reason } from './rails-options.js';

const STATES = `
States:
  open                entries wait for the end of their window; cut does not wait
  building, closing   entries are being claimed, and the bytes rendered
  sealed, uploading   on its way to the bank
  held                an operator decides: release, withdraw or roll
  doubtful            nobody knows whether the bank has it: ask the bank, then confirm or resubmit
  uploaded, acknowledged
                      the bank has it, or will process it
  refused             the bank took none of it: resubmit --new, or fail
  withdrawn, resubmitted, failed, dropped, closed
                      nothing more happens

Examples:
  $ npm run -s payments -- rails files list
  $ npm run -s payments -- rails files list --state held doubtful --json`;

const DECISIONS = `
A decision is recorded with its operator and reason in the audit log of every enterprise with entries in the file.

Examples:
  $ npm run -s payments -- rails files cut first-bank/ach/2026-11-24T00:45:00.000Z --reason "the bank closes early"
  $ npm run -s payments -- rails files release 01981f2a-… --reason "first file, compared with the bank"
  $ npm run -s payments -- rails files withdraw 01981f2a-… --refile --reason "wrong cut-off in the profile"
  $ npm run -s payments -- rails files resubmit 01981f2a-… --same --reason "bank: not received, ticket 4711"`;

/** Open ones are windows that are not cut. The library with the list is not loaded for the help. */
const FILE_STATES = Object.keys({
  ...{ open: true, building: true, closing: true, sealed: true, held: true, uploading: true, doubtful: true },
  ...{ uploaded: true, acknowledged: true, refused: true, withdrawn: true, resubmitted: true, failed: true },
  ...{ dropped: true, closed: true },
} satisfies Record<FileStatus | 'open', true>);

const EXPORT = `
What is written with --out only you can read, and nothing is overwritten. Each export is recorded in the audit log of every
enterprise with entries in the file.

Examples:
  $ npm run -s payments -- rails files export 01981f2a-… --reason "asked by the bank" --out sent.ach
  $ npm run -s payments -- rails files export 01981f2a-… 01981f2b-… --reason "audit of 2026" --out exported/
  $ npm run -s payments -- rails files export 01981f2a-… --reason "comparison" | npm run -s payments -- rails inspect -`;

interface Decided {
  readonly reason: string;
  readonly as: string;
  readonly json?: boolean;
}

/** `payments rails files …` */
export function registerRailFiles(rails: Command): void {
  const files = rails
    .command('files')
    .description('show files to banks, and decide about those that wait for an operator');
  files
    .command('list')
    .description('list files, the newest first')
    .option('--connection <name>', 'only files of this connection')
    .addOption(new Option('--state <states...>', 'only files in these states').choices(FILE_STATES))
    .addOption(json())
    .addHelpText('after', STATES)
    .action(list);
  files
    .command('show')
    .description('show a file with its batches')
    .argument('<id>', 'id of the file')
    .option('--decode', 'also its entries; account numbers are masked')
    .addOption(new Option('--raw', 'its exact bytes instead, as export writes them').conflicts(['decode', 'json']))
    .option('--reason <text>', 'why; needed for --raw, and recorded in the audit log')
    .addOption(asOperator())
    .addOption(oneOfAll())
    .addOption(json())
    .action(show);
  files
    .command('verify')
    .description('render a file again, and compare hashes; exit status 1 if they differ')
    .argument('<id>', 'id of the file')
    .option('--remote', 'also compare with what the bank has under its name')
    .addOption(json())
    .action(verify);
  files
    .command('export')
    .description('write the exact bytes of files, which contain account numbers')
    .argument('<ids...>', 'ids of the files')
    .option('--plain', 'of encrypted files, the bytes that were encrypted')
    .option('--out <path>', 'a new file, or a directory where each gets its own name (default: standard output)')
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', EXPORT)
    .action(exportFiles);
  decision(files, 'cut', 'cut an open file now, before its window ends; its cut-off stays').action(
    (id: string, options: Decided) => decide('cut', id, options),
  );
  decision(files, 'hold', 'keep a sealed file from being uploaded').action((id: string, options: Decided) =>
    decide('hold', id, options),
  );
  decision(files, 'release', 'let a held file be uploaded').action((id: string, options: Decided) =>
    decide('release', id, options),
  );
  decision(files, 'withdraw', 'take back a file that was not sent')
    .option('--refile', 'its entries go into another file')
    .option('--fail', 'its entries are rejected with HELD')
    .action(withdraw);
  decision(files, 'roll', 'take back a held file that missed its cut-off; its entries go into the next window').action(
    (id: string, options: Decided) => decide('roll', id, options),
  );
  decision(files, 'confirm', 'the bank has a doubtful file').action((id: string, options: Decided) =>
    decide('confirm', id, options),
  );
  decision(files, 'resubmit', 'the bank does not have a doubtful file, or refused it')
    .option('--same', 'send the same bytes under the same name')
    .option('--new <name>', 'make a new file; repeat the name of the old one')
    .action(resubmit);
  decision(
    files,
    'fail',
    'reject the entries of a refused file, or of a message in doubt that the bank did not pay',
  ).action((id: string, options: Decided) => decide('fail', id, options));
}

function decision(files: Command, name: string, description: string): Command {
  return files
    .command(name)
    .description(description)
    .argument(
      name === 'cut' ? '<window>' : '<id>',
      name === 'cut' ? "the id that 'rails files list' prints" : 'id of the file',
    )
    .addOption(reason())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', DECISIONS);
}

const load = () => import('../support/rails/files.js');

async function list(options: { connection?: string; state?: string[]; json?: boolean }): Promise<void> {
  await (await load()).listFiles(options);
}

interface ShowOptions {
  readonly decode?: boolean;
  readonly raw?: boolean;
  readonly reason?: string;
  readonly as: string;
  readonly enterprise?: string;
  readonly json?: boolean;
}

async function show(
  id: string,
  { decode = false, raw = false, reason, as, enterprise, json = false }: ShowOptions,
): Promise<void> {
  if (!raw) return (await load()).showFile(id, { decode, enterprise, json });
  if (reason === undefined) throw new UsageError('--raw needs --reason');
  await exportFiles([id], { reason, as });
}

interface VerifyOptions {
  readonly remote?: boolean;
  readonly json?: boolean;
}

async function verify(id: string, { remote = false, json = false }: VerifyOptions): Promise<void> {
  if (!(await (await load()).verifyFile(id, { remote, json }))) process.exitCode = 1;
}

type Operation = Parameters<Awaited<ReturnType<typeof load>>['decideFile']>[1]['operation'];

async function decide(operation: Operation, id: string, { reason, as: actor, json = false }: Decided): Promise<void> {
  await (await load()).decideFile(id, { operation, reason, actor, json });
}

async function exportFiles(
  ids: readonly string[],
  { reason, as: actor, json = false, plain: isPlain = false, out }: Decided & { out?: string; plain?: boolean },
): Promise<void> {
  await (await import('../support/rails/export-files.js')).exportFiles(ids, { reason, actor, json, isPlain, out });
}

async function withdraw(id: string, options: Decided & { refile?: boolean; fail?: boolean }): Promise<void> {
  const { usage } = await load();
  if (options.refile === options.fail) throw usage('choose one of --refile and --fail');
  await decide(options.refile === true ? 'roll' : 'withdraw', id, options);
}

async function resubmit(
  id: string,
  { new: name, same, ...options }: Decided & { same?: boolean; new?: string },
): Promise<void> {
  const { usage, decideFile } = await load();
  if ((same === true) === (name !== undefined)) throw usage('choose one of --same and --new');
  const { reason, as: actor, json = false } = options;
  await decideFile(id, { operation: same === true ? 'resubmitSame' : 'resubmitNew', name, reason, actor, json });
}
