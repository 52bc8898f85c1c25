import type { INestApplicationContext } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import {
  ChannelError,
  CutWindow,
  FileOperationError,
  Files,
  LookAtBank,
  OperateFiles,
  ShownEntries,
  TenantWork,
} from '@payments/rails';
import type { FileBatch, FileState, FileStatus, OpenWindow, ShownEntry } from '@payments/rails';
import { inApplication } from '../application.js';
import { CliError, refusal, UsageError } from '../cli.error.js';
import { ofConnection } from './profiles.js';
import { enterprises } from '../keys/tools.js';
import { table } from '../terminal.js';
import { waitingText } from './describe-state.js';

const MOST_LISTED = 200;

interface ListRequest {
  readonly connection?: string;
  readonly state?: readonly string[];
  readonly json?: boolean;
}

interface DecisionRequest {
  readonly operation:
    'cut' | 'hold' | 'release' | 'withdraw' | 'roll' | 'confirm' | 'resubmitSame' | 'resubmitNew' | 'fail';
  readonly name?: string | undefined;
  readonly reason: string;
  readonly actor: string;
  readonly json: boolean;
}

interface ShowRequest {
  readonly decode: boolean;
  readonly enterprise: string | undefined;
  readonly json: boolean;
}

interface VerifyRequest {
  readonly remote: boolean;
  readonly json: boolean;
}

const PAGE = 500;

export const usage = (text: string) => new UsageError(text);

/** Prints files, the newest first. */
export async function listFiles({ connection, state, json = false }: ListRequest): Promise<void> {
  const states = state?.filter((each) => each !== OPEN) as FileStatus[] | undefined;
  const filter = { ...(connection !== undefined && { connection }), ...(states !== undefined && { states }) };
  const { open, files } = await inApplication(async (app) => ({
    open: (state?.includes(OPEN) ?? true) ? await app.get(CutWindow, { strict: false }).list(connection) : [],
    files: await ofConnection(app, connection, app.get(Files, { strict: false }).list(filter, MOST_LISTED)),
  }));
  const listed = { command: 'rails files list', open: open.map(openView), files: files.map(view) };
  print(json ? JSON.stringify(listed, null, 2) : tableOf(open, files));
}

/** The windows whose entries wait for their file; the database knows no such state. */
const OPEN = 'open';

/** Prints a file and its batches. */
export async function showFile(id: string, { decode, enterprise, json }: ShowRequest): Promise<void> {
  const { file, batches, entries } = await operate(async (operations, app) => {
    const found = await operations.find(id);
    const transactions = app.get(Transactions, { strict: false });
    const [only] = enterprise === undefined ? [] : await enterprises({ transactions }, enterprise);
    const all = await app.get(Files, { strict: false }).batches(found.id);
    const own = all.filter(({ for_enterprise }) => only === undefined || for_enterprise === only);
    return { file: found, batches: own, entries: decode ? await entriesIn(app, found, own) : undefined };
  });
  const views = batches.map(
    ({ batch_no, for_enterprise, header, entries, debit, credit, first_trace, last_trace }) => ({
      ...{ batch: batch_no, enterprise_id: for_enterprise, sec: header.sec, company_id: header.company_id },
      ...{ description: header.company_entry_description, effective: header.effective_entry_date, entries },
      ...{ debit: Number(debit), credit: Number(credit), first_trace, last_trace },
    }),
  );
  const shown = { command: 'rails files show', file: view(file), batches: views, ...(entries && { entries }) };
  if (json) return print(JSON.stringify(shown, null, 2));
  const lines = Object.entries(view(file)).map(([name, value]) => [name, value === null ? '-' : String(value)]);
  print(table(lines));
  for (const rows of [views, entries ?? []]) if (rows.length > 0) print(`\n${tableWithNames(rows)}`);
}

const tableWithNames = (rows: readonly object[]) =>
  table([Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(String))]);

/** The entries of some batches as the bank gets them, with what became of them; account numbers are masked. */
async function entriesIn(app: INestApplicationContext, { id }: FileState, batches: readonly FileBatch[]) {
  const shown = app.get(ShownEntries, { strict: false });
  const tenantWork = app.get(TenantWork, { strict: false });
  const found: ShownEntry[] = [];
  for (const enterpriseId of new Set(batches.map(({ for_enterprise }) => for_enterprise))) {
    for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
      const request = { size: PAGE, ...(after !== undefined && { after }) };
      const page = await tenantWork.read(enterpriseId, () => shown.ofFile(id, request));
      found.push(...(page?.items ?? []));
      after = page?.next;
    }
  }
  return found.map(({ trace, transaction_code, routing_number, account_number, amount, individual_id, ...entry }) => ({
    ...{ trace, transaction_code, routing_number, account_number, amount, individual_id, name: entry.name },
    ...{ end_to_end_id: entry.end_to_end_id, state: entry.state, code: entry.code ?? '' },
  }));
}

/** @returns whether the bytes are what was sealed. */
export async function verifyFile(id: string, { remote, json }: VerifyRequest): Promise<boolean> {
  const { checks, bank } = await operate(async (operations, app) => ({
    checks: await operations.verify(id),
    bank: remote ? await app.get(LookAtBank, { strict: false }).execute(id) : undefined,
  }));
  const text = `stored bytes: ${checks.stored ? 'as sealed' : 'CHANGED'}\nrendered again: ${checks.rendered ? 'as sealed' : 'DIFFERENT'}`;
  const atBank = bank === undefined ? '' : `\nat the bank: ${AT_BANK[bank]}`;
  const result = { command: 'rails files verify', id, ...checks, ...(bank && { bank }) };
  print(json ? JSON.stringify(result, null, 2) : text + atBank);
  return checks.stored && checks.rendered && bank !== 'other';
}

const AT_BANK = { same: 'as sealed', other: 'OTHER BYTES', absent: 'nothing; the bank may have taken it' } as const;

/** Carries out the decision of an operator. */
export async function decideFile(id: string, request: DecisionRequest): Promise<void> {
  const { operation, name = '', reason, actor, json } = request;
  const decision = { actor, reason };
  const file = await operate(async (operations, app) => {
    if (operation === 'cut') return app.get(CutWindow, { strict: false }).cut(id, decision);
    switch (operation) {
      case 'withdraw':
        return operations.withdraw(id, 'fail', decision);
      case 'roll':
        return operations.withdraw(id, 'refile', decision);
      case 'resubmitNew':
        return operations.resubmitNew(id, name, decision);
      case 'hold':
      case 'release':
      case 'confirm':
      case 'resubmitSame':
      case 'fail':
        return operations[operation](id, decision);
    }
  });
  print(json ? JSON.stringify({ command: 'rails files', file: view(file) }, null, 2) : `${file.id} is ${file.state}`);
}

/** Runs the work of an operator. @throws CliError that says why it does not suit */
export function operate<T>(
  work: (operations: OperateFiles, app: INestApplicationContext) => Promise<T>,
  subject = 'the file',
): Promise<T> {
  return inApplication(async (app) => {
    try {
      return await work(app.get(OperateFiles, { strict: false }), app);
    } catch (error) {
      if (error instanceof FileOperationError) throw refusal(error, `${subject}: `);
      if (error instanceof ChannelError) throw new CliError(`the bank: ${error.message}`);
      throw error;
    }
  });
}

function view(file: FileState) {
  const { id, connection, rail, window_key, part, state, reason, file_name, batches, entries, attempts } = file;
  return {
    ...{ id, connection, rail, window: window_key, part, state, reason, name: file_name, batches, entries },
    ...{ debit: Number(file.debit), credit: Number(file.credit), size: file.size === null ? null : Number(file.size) },
    ...{ sha256: file.sha256?.toString('hex') ?? null, attempts },
    ...{ cut_at: file.cut_at.toISOString(), cutoff_at: file.cutoff_at.toISOString(), cut_by: file.cut_by },
    last_error: file.last_error,
    released_by: file.released_by.join(', '),
    uploaded_at: file.uploaded_at?.toISOString() ?? null,
    acknowledged_at: file.acknowledged_at?.toISOString() ?? null,
  };
}

function openView({ id, connection, rail, window_key, entries, payments, cents, cut_at, cutoff_at }: OpenWindow) {
  const times = { cut_at: cut_at.toISOString(), cutoff_at: cutoff_at.toISOString() };
  const waiting = { entries, payments, cents: Number(cents) };
  return { id, connection, rail, window: window_key, state: OPEN, ...waiting, ...times };
}

function tableOf(open: readonly OpenWindow[], files: readonly FileState[]): string {
  if (open.length + files.length === 0) return 'no files';
  const waiting = open.map(({ id, connection, cut_at, ...window }) => [
    ...[id, connection, OPEN, '-', waitingText(window), '-', '-', `cut at ${cut_at.toISOString()}`],
  ]);
  const rows = files.map((file) => [
    ...[file.id, file.connection, file.state, file.file_name ?? '-', String(file.entries)],
    ...[String(file.debit), String(file.credit), file.reason ?? '-'],
  ]);
  return table([['file', 'connection', 'state', 'name', 'entries', 'debit', 'credit', 'reason'], ...waiting, ...rows]);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
