import type { INestApplicationContext } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { FileOperationError, Files, OperateFiles } from '@payments/rails';
import type { FileState, FileStatus } from '@payments/rails';
import { inApplication } from '../application.js';
import { CliError } from '../cli.error.js';
import { table } from '../terminal.js';

const MOST_LISTED = 200;

interface ListRequest {
  readonly connection?: string;
  readonly state?: readonly string[];
  readonly json?: boolean;
}

interface DecisionRequest {
  readonly operation:
    'hold' | 'release' | 'withdraw' | 'roll' | 'confirm' | 'resubmitSame' | 'resubmitNew' | 'fail' | 'export';
  readonly name?: string | undefined;
  readonly reason: string;
  readonly actor: string;
  readonly json: boolean;
}

export const usage = (text: string) => new CliError(text);

/** Prints files, the newest first. */
export async function listFiles({ connection, state, json = false }: ListRequest): Promise<void> {
  const filter = {
    ...(connection !== undefined && { connection }),
    ...(state !== undefined && { states: state as FileStatus[] }),
  };
  const files = await inApplication((app) => app.get(Files, { strict: false }).list(filter, MOST_LISTED));
  print(json ? JSON.stringify({ command: 'rails files list', files: files.map(view) }, null, 2) : tableOf(files));
}

/** Prints a file and its batches. */
export async function showFile(id: string, { json }: { readonly json: boolean }): Promise<void> {
  const { file, batches } = await operate(async (operations, app) => {
    const found = await operations.find(known(id));
    return { file: found, batches: await app.get(Files, { strict: false }).batches(found.id) };
  });
  const views = batches.map(
    ({ batch_no, for_enterprise, header, entries, debit, credit, first_trace, last_trace }) => ({
      ...{ batch: batch_no, enterprise_id: for_enterprise, sec: header.sec, company_id: header.company_id },
      ...{ description: header.company_entry_description, effective: header.effective_entry_date, entries },
      ...{ debit: Number(debit), credit: Number(credit), first_trace, last_trace },
    }),
  );
  if (json) return print(JSON.stringify({ command: 'rails files show', file: view(file), batches: views }, null, 2));
  const lines = Object.entries(view(file)).map(([name, value]) => [name, value === null ? '-' : String(value)]);
  const [first] = views;
  print(table(lines));
  if (first) print(`\n${table([Object.keys(first), ...views.map((each) => Object.values(each).map(String))])}`);
}

/** @returns whether the bytes are what was sealed. */
export async function verifyFile(id: string, { json }: { readonly json: boolean }): Promise<boolean> {
  const checks = await operate((operations) => operations.verify(known(id)));
  const text = `stored bytes: ${checks.stored ? 'as sealed' : 'CHANGED'}\nrendered again: ${checks.rendered ? 'as sealed' : 'DIFFERENT'}`;
  print(json ? JSON.stringify({ command: 'rails files verify', id, ...checks }, null, 2) : text);
  return checks.stored && checks.rendered;
}

/** Carries out the decision of an operator. */
export async function decideFile(id: string, request: DecisionRequest): Promise<void> {
  const { operation, name = '', reason, actor, json } = request;
  const decision = { actor, reason };
  const file = await operate(async (operations) => {
    const of = known(id);
    switch (operation) {
      case 'export':
        for await (const chunk of await operations.export(of, decision)) process.stdout.write(chunk);
        return undefined;
      case 'withdraw':
        return operations.withdraw(of, 'fail', decision);
      case 'roll':
        return operations.withdraw(of, 'refile', decision);
      case 'resubmitNew':
        return operations.resubmitNew(of, name, decision);
      case 'hold':
      case 'release':
      case 'confirm':
      case 'resubmitSame':
      case 'fail':
        return operations[operation](of, decision);
    }
  });
  if (file === undefined) return;
  print(json ? JSON.stringify({ command: 'rails files', file: view(file) }, null, 2) : `${file.id} is ${file.state}`);
}

function known(id: string): string {
  if (!isUuid(id)) throw new CliError(`${id}: is no id of a file; list them with 'payments rails files list'`);
  return id.toLowerCase();
}

function operate<T>(work: (operations: OperateFiles, app: INestApplicationContext) => Promise<T>): Promise<T> {
  return inApplication(async (app) => {
    try {
      return await work(app.get(OperateFiles, { strict: false }), app);
    } catch (error) {
      if (error instanceof FileOperationError) throw new CliError(`the file: ${error.message}`);
      throw error;
    }
  });
}

function view(file: FileState) {
  const { id, connection, rail, window_key, part, state, reason, file_name, batches, entries, attempts } = file;
  return {
    ...{ id, connection, rail, window: window_key, part, state, reason, name: file_name, batches, entries },
    ...{ debit: Number(file.debit), credit: Number(file.credit), size: file.size === null ? null : Number(file.size) },
    ...{ sha256: file.sha256?.toString('hex') ?? null, cutoff_at: file.cutoff_at.toISOString(), attempts },
    last_error: file.last_error,
    released_by: file.released_by.join(', '),
    uploaded_at: file.uploaded_at?.toISOString() ?? null,
    acknowledged_at: file.acknowledged_at?.toISOString() ?? null,
  };
}

function tableOf(files: readonly FileState[]): string {
  if (files.length === 0) return 'no files';
  const rows = files.map((file) => [
    ...[file.id, file.connection, file.state, file.file_name ?? '-', String(file.entries)],
    ...[String(file.debit), String(file.credit), file.reason ?? '-'],
  ]);
  return table([['file', 'connection', 'state', 'name', 'entries', 'debit', 'credit', 'reason'], ...rows]);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
