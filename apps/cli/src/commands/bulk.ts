import { type Command, Option } from 'commander';
import type { BulkStatus, BulkView, RowStatus } from '@payments/bulk';
import type { UploadOptions } from '../support/bulk/upload.js';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { json, limit, theOne } from '../support/options.js';
import { tell } from '../support/terminal.js';

// The tables of the library are not loaded for the help.
const STATUSES = Object.keys({
  ...{ uploading: true, validating: true, invalid: true, ready: true, running: true, completed: true },
  ...{ completed_with_errors: true, failed: true, canceled: true },
} satisfies Record<BulkStatus, true>);
const ROW_STATUSES = Object.keys({
  ...{ valid: true, refused: true, created: true, skipped: true },
} satisfies Record<RowStatus, true>);
/** With these, some or all rows have no transfer. */
const BAD_ENDS: readonly BulkStatus[] = ['invalid', 'completed_with_errors', 'failed', 'canceled'];

const LIST = `
Examples:
  $ npm run -s payments -- bulk list --enterprise "Acme Payroll"
  $ npm run -s payments -- bulk list --status running ready --json`;

const SHOW = `
Example:
  $ npm run -s payments -- bulk show 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

const ROWS = `
In the order of the file. To continue, pass the last row with --after.

Examples:
  $ npm run -s payments -- bulk rows 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --status refused
  $ npm run -s payments -- bulk rows 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --after 1000 --limit 1000 --json`;

const UPLOAD = `
The file is sent in parts of 1 MiB, and then submitted. To resume an upload that was interrupted, run the same command
again: parts that are there are not sent again, whoever sent them. docs/guides/bulk-transfers.md describes the file.

  all   every row must be good, and the money of all payouts is set aside first
  each  good rows are created, the others are refused

With --wait, the exit status is 1 unless every row has its transfer.

Examples:
  $ npm run -s payments -- bulk upload payroll.csv --reference payroll-2027-01 --mode all --review
  $ npm run -s payments -- bulk upload refunds.ndjson --reference refunds-17 --mode each --wait --json`;

const CONFIRM = `
Example:
  $ npm run -s payments -- bulk confirm 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

const CANCEL = `
Transfers that were created stay; no other row is created.

Example:
  $ npm run -s payments -- bulk cancel 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

interface ListOptions extends OfEnterprise {
  readonly status?: BulkStatus[];
  readonly limit: number;
}

interface RowOptions extends OfEnterprise {
  readonly status?: RowStatus[];
  readonly limit: number;
  readonly after?: number;
}

/** `payments bulk …` */
export function registerBulk(program: Command): void {
  const bulks = program.command('bulk').description('send files of transfers, and see what became of their rows');
  const ofOne = (name: string, description: string) =>
    bulks
      .command(name)
      .description(description)
      .argument('<id>', 'id of the bulk transfer')
      .addOption(theOne())
      .addOption(json());
  bulks
    .command('list')
    .description('list the bulk transfers of an enterprise, newest first')
    .addOption(theOne())
    .addOption(new Option('--status <status...>', 'only bulk transfers with these statuses').choices(STATUSES))
    .addOption(limit('bulk transfers', 20))
    .addOption(json())
    .addHelpText('after', LIST)
    .action(list);
  ofOne('show', 'show a bulk transfer, its progress and the first refused rows')
    .addHelpText('after', SHOW)
    .action(show);
  ofOne('rows', 'list the rows of a bulk transfer, the refused ones with line and code')
    .addOption(new Option('--status <status...>', 'only rows with these statuses').choices(ROW_STATUSES))
    .addOption(limit('rows', 100))
    .option('--after <row>', 'only rows after this one')
    .addHelpText('after', ROWS)
    .action(rows);
  registerUpload(bulks.command('upload'));
  ofOne('confirm', 'create the rows of a bulk transfer that was sent with --review')
    .addHelpText('after', CONFIRM)
    .action((id: string, options: OfEnterprise) => change('confirm', id, options));
  ofOne('cancel', 'create no further row of a bulk transfer')
    .addHelpText('after', CANCEL)
    .action((id: string, options: OfEnterprise) => change('cancel', id, options));
}

function registerUpload(upload: Command): void {
  upload
    .description('send a file of transfers in parts, or go on with one')
    .argument('<file>', 'CSV with a header, or one JSON object on each line')
    .requiredOption('--reference <text>', 'bulk_reference_id; the same one again resumes the upload')
    .addOption(new Option('--mode <mode>', 'what bad rows do').choices(['all', 'each']).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'of the file; by default from its name').choices(['csv', 'ndjson']))
    .option('--expected-rows <count>', 'refuse a file with another number of rows')
    .option('--expected-amount <cents>', 'create nothing if the sum of all rows is another one')
    .option('--skip-duplicates', 'a row whose transfer exists with the same amount and parties counts as done')
    .option('--review', "create nothing before 'bulk confirm'")
    .option('--execute-at <instant>', 'create the transfers at this instant, at most 30 days ahead')
    .option('--wait', 'wait until the rows are created')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', UPLOAD)
    .action(sendFile);
}

async function load() {
  const [
    { ChangeBulk, ReadBulks },
    { inEnterprise },
    { describeBulks, describeBulk, describeRows },
    { uploadBulk, untilEnded },
  ] = await Promise.all([
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
    import('../support/bulk/describe-bulks.js'),
    import('../support/bulk/upload.js'),
  ]);
  return { ChangeBulk, ReadBulks, inEnterprise, describeBulks, describeBulk, describeRows, uploadBulk, untilEnded };
}

async function list({ status, limit, ...options }: ListOptions): Promise<void> {
  const { inEnterprise, ReadBulks, describeBulks } = await load();
  const filter = { size: limit, ...(status && { status }) };
  const { items } = await inEnterprise(options, (app) => app.get(ReadBulks, { strict: false }).list(filter));
  tell(options, { bulk_transfers: items }, describeBulks(items));
}

async function show(id: string, options: OfEnterprise): Promise<void> {
  const { inEnterprise, ReadBulks, describeBulk } = await load();
  const bulk = await inEnterprise(options, (app) => app.get(ReadBulks, { strict: false }).get(id));
  tell(options, { bulk_transfer: bulk }, describeBulk(bulk));
}

async function rows(id: string, { status, limit, after, ...options }: RowOptions): Promise<void> {
  const { inEnterprise, ReadBulks, describeRows } = await load();
  const filter = { bulk_id: id, size: limit, ...(status && { status }), ...(after !== undefined && { after }) };
  const { items } = await inEnterprise(options, (app) => app.get(ReadBulks, { strict: false }).listRows(filter));
  tell(options, { rows: items }, describeRows(items));
}

async function sendFile(
  file: string,
  options: UploadOptions & OfEnterprise & { readonly wait?: boolean },
): Promise<void> {
  const { inEnterprise, uploadBulk, untilEnded, describeBulk } = await load();
  const bulk = await inEnterprise(options, async (app): Promise<BulkView> => {
    const submitted = await uploadBulk(app, file, options);
    return options.wait === true ? untilEnded(app, submitted.id) : submitted;
  });
  if (options.wait === true && BAD_ENDS.includes(bulk.status)) process.exitCode = 1;
  tell(options, { bulk_transfer: bulk }, describeBulk(bulk));
}

async function change(step: 'confirm' | 'cancel', id: string, options: OfEnterprise): Promise<void> {
  const { inEnterprise, ChangeBulk, describeBulk } = await load();
  const bulk = await inEnterprise(options, (app) => app.get(ChangeBulk, { strict: false })[step](id));
  tell(options, { bulk_transfer: bulk }, describeBulk(bulk));
}
