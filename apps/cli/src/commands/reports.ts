import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { ExportFilters, ExportResource, ReportKind, ReportScope, ReportStatus } from '@payments/reports';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { json, limit, theOne } from '../support/options.js';
import type {
  ExportOptions,
  Make,
  makeReport,
  ReconOptions,
  StatementOptions,
} from '../support/reports/make-report.js';
import { tell } from '../support/terminal.js';

// The tables of the library are not loaded for the help.
const KINDS = Object.keys({ recon: true, statement: true, export: true } satisfies Record<ReportKind, true>);
const STATUSES = Object.keys({
  ...{ created: true, pending: true, completed: true, failed: true },
} satisfies Record<ReportStatus, true>);
const SCOPES = Object.keys({ total: true, enterprise: true, subledger: true } satisfies Record<ReportScope, true>);
const RESOURCES = Object.keys({
  ...{ transfers: true, ledger_entries: true, events: true, audit: true, customers: true, accounts: true },
} satisfies Record<ExportResource, true>);
const FILTERS = Object.keys({
  ...{ status: true, type: true, subledger_reference_id: true, customer_reference_id: true },
} satisfies Record<keyof ExportFilters, true>);

const LIST = `
Examples:
  $ npm run -s payments -- reports list --enterprise "Acme Payroll"
  $ npm run -s payments -- reports list --kind statement --status completed --json`;

const SHOW = `
Example:
  $ npm run -s payments -- reports show 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

const RECON = `
Each row is one change of the available or the pending money, with the balances after it. A worker makes the file.
A day means midnight in New York: --from 2027-01-01 --to 2027-02-01 is January.

Examples:
  $ npm run -s payments -- reports create recon --from 2027-01-01 --to 2027-02-01 --wait
  $ npm run -s payments -- reports create recon --from 2027-01-01 --to 2027-02-01 --subledger acme-wallet --out january.csv`;

const STATEMENT = `
Statements of days in New York, as banks send them. Days must have ended; one file has at most 31.

Examples:
  $ npm run -s payments -- reports create statement --format bai2 --date 2027-01-31 --out 2027-01-31.bai
  $ npm run -s payments -- reports create statement --format camt053 --from 2027-01-01 --to 2027-01-31 --json`;

const EXPORT = `
Every row that was created in the period, the oldest first, without account numbers, social security numbers and tax ids.
A worker begins a minute after --to. A filter is a name with values: status and subledger_reference_id of transfers, type
of events, status and customer_reference_id of customers and accounts.

Examples:
  $ npm run -s payments -- reports create export transfers --from 2027-01-01 --to 2027-02-01 --filter status=failed
  $ npm run -s payments -- reports create export audit --format ndjson --from 2027-01-01 --to 2027-02-01 --out audit.ndjson`;

const DOWNLOAD = `
The bytes are compared with the SHA-256 of the report. A file that exists is not replaced.

Examples:
  $ npm run -s payments -- reports download 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a
  $ npm run -s payments -- reports download 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --out - | head`;

const DELETE = `
The file is deleted with it, for good. A report that is not finished is not made any further.

Example:
  $ npm run -s payments -- reports delete 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

interface ListOptions extends OfEnterprise {
  readonly kind?: ReportKind[];
  readonly status?: ReportStatus[];
  readonly limit: number;
}

/** What all commands that create a report have. */
interface MakeOptions extends OfEnterprise {
  readonly wait?: boolean;
  readonly out?: string;
}

/** `payments reports …` */
export function registerReports(program: Command): void {
  const reports = program.command('reports').description('make reconciliation reports, statements and exports');
  reports
    .command('list')
    .description('list the reports of an enterprise, newest first')
    .addOption(theOne())
    .addOption(new Option('--kind <kind...>', 'only reports of these kinds').choices(KINDS))
    .addOption(new Option('--status <status...>', 'only reports with these statuses').choices(STATUSES))
    .addOption(limit('reports', 20))
    .addOption(json())
    .addHelpText('after', LIST)
    .action(list);
  reports
    .command('show')
    .description('show a report, and how far its file is')
    .argument('<id>', 'id of the report')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', SHOW)
    .action(show);
  registerCreate(reports.command('create').description('create a report, whose file a worker makes'));
  reports
    .command('download')
    .description('write the file of a report')
    .argument('<id>', 'id of the report')
    .option('--out <file>', 'where to write it; - for standard output (default: its own name, here)')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', DOWNLOAD)
    .action(download);
  reports
    .command('delete')
    .description('delete a report and its file')
    .argument('<id>', 'id of the report')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', DELETE)
    .action(remove);
}

function registerCreate(create: Command): void {
  const making = (command: Command) =>
    command
      .option('--wait', 'wait until the file is made; exit status 1 if that fails')
      .option('--out <file>', 'wait, then write the file there; - for standard output')
      .addOption(theOne())
      .addOption(json());
  const period = (command: Command) =>
    command
      .requiredOption('--from <time>', 'start of the period: a day in New York, or an instant')
      .requiredOption('--to <time>', 'end of the period, exclusive');
  const subledger = new Option('--subledger <reference>', 'only this subledger');
  making(
    period(create.command('recon').description('create a reconciliation report as CSV'))
      .addOption(new Option('--scope <scope>', 'whose money').choices(SCOPES))
      .addOption(subledger),
  )
    .addHelpText('after', RECON)
    .action((options: ReconOptions & MakeOptions) => make(options, (makers) => makers.recon(options)));
  making(
    create
      .command('statement')
      .description('create a file of statements')
      .addOption(
        new Option('--format <format>', 'of the file').choices(['bai2', 'camt053', 'csv']).makeOptionMandatory(),
      )
      .option('--date <day>', 'one day')
      .option('--from <day>', 'the first of several days')
      .option('--to <day>', 'the last of them')
      .addOption(subledger),
  )
    .addHelpText('after', STATEMENT)
    .action((options: StatementOptions & MakeOptions) => make(options, (makers) => makers.statement(options)));
  making(
    period(create.command('export').description('create a file with rows'))
      .addArgument(new Argument('<resource>', 'what the rows are').choices(RESOURCES))
      .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'ndjson']).default('csv'))
      .option('--filter <name=values>', 'only rows with one of the values, separated by commas', readFilter),
  )
    .addHelpText('after', EXPORT)
    .action((resource: ExportResource, options: ExportOptions & MakeOptions) =>
      make(options, (makers) => makers.export({ ...options, resource })),
    );
}

async function load() {
  const [
    { ReadReports },
    { inEnterprise },
    { makeReport, untilMade },
    { describeReports, describeReport, describeFile },
    { downloadReport },
  ] = await Promise.all([
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
    import('../support/reports/make-report.js'),
    import('../support/reports/describe-reports.js'),
    import('../support/reports/download.js'),
  ]);
  const texts = { describeReports, describeReport, describeFile };
  return { ReadReports, inEnterprise, makeReport, untilMade, downloadReport, ...texts };
}

async function list({ kind, status, limit, ...options }: ListOptions): Promise<void> {
  const { inEnterprise, ReadReports, describeReports } = await load();
  const filter = { size: limit, ...(kind && { kind }), ...(status && { status }) };
  const { items: reports } = await inEnterprise(options, (app) => app.get(ReadReports, { strict: false }).list(filter));
  tell(options, { reports }, describeReports(reports));
}

async function show(id: string, options: OfEnterprise): Promise<void> {
  const { inEnterprise, ReadReports, describeReport } = await load();
  const report = await inEnterprise(options, (app) => app.get(ReadReports, { strict: false }).get(id));
  tell(options, { report }, describeReport(report));
}

async function make(options: MakeOptions, choose: (makers: typeof makeReport) => Make): Promise<void> {
  const { inEnterprise, makeReport, untilMade, downloadReport, describeReport, describeFile } = await load();
  const { wait = false, out } = options;
  const { report, file } = await inEnterprise(options, async (app) => {
    const created = await choose(makeReport)(app);
    const report = wait || out !== undefined ? await untilMade(app, created.id) : created;
    const isWanted = out !== undefined && report.status === 'completed';
    return { report, file: isWanted ? await downloadReport(app, report.id, out) : undefined };
  });
  if (report.status === 'failed') process.exitCode = 1;
  if (file?.file === '-') return;
  const text = [describeReport(report), ...(file ? [describeFile(file)] : [])].join('\n');
  tell(options, { report, ...(file && { file: file.file }) }, text);
}

async function download(id: string, { out, ...options }: OfEnterprise & { readonly out?: string }): Promise<void> {
  const { inEnterprise, downloadReport, describeFile } = await load();
  const file = await inEnterprise(options, (app) => downloadReport(app, id, out));
  if (file.file !== '-') tell(options, file, describeFile(file));
}

async function remove(id: string, options: OfEnterprise): Promise<void> {
  const { inEnterprise, ReadReports } = await load();
  await inEnterprise(options, (app) => app.get(ReadReports, { strict: false }).remove(id));
  tell(options, { deleted: id }, `${id} deleted`);
}

/** Such as `status=failed,created`; each option adds a name. @throws InvalidArgumentError */
function readFilter(text: string, before: ExportFilters = {}): ExportFilters {
  const [, name = '', values = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (!FILTERS.includes(name))
    throw new InvalidArgumentError(`Known are ${FILTERS.join(', ')}, such as status=failed.`);
  if (name in before) throw new InvalidArgumentError(`${name} is given twice`);
  return { ...before, [name]: values.split(',') };
}
