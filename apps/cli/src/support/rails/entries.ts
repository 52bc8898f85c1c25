import type { INestApplicationContext } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import {
  type Decision,
  type FoundEntry,
  OperateEntries,
  type RecallReason,
  RequestRecall,
  RequestReversal,
  type ReversalReason,
} from '@payments/rails';
import { UsageError } from '../cli.error.js';
import { enterprises } from '../keys/tools.js';
import { columns } from '../terminal.js';
import { operate } from './files.js';

interface Request {
  readonly enterprise: string | undefined;
  readonly json: boolean;
}

/** Prints the entries with an end-to-end id: one, unless several enterprises have it. */
export async function showEntry(endToEndId: string, { enterprise, json }: Request): Promise<void> {
  const found = await operate(async (_, app) => entriesOf(app).find(endToEndId, await idOf(app, enterprise)), SUBJECT);
  if (found.length === 0) throw new UsageError(`no entry has the end-to-end id ${endToEndId}`);
  const entries = found.map(view);
  print(
    json ? JSON.stringify({ command: 'rails entries show', entries }, null, 2) : entries.map(described).join('\n\n'),
  );
}

/** Pulls an order that waits for its file. */
export async function withdrawEntry(
  endToEndId: string,
  { enterprise, json, decision }: Request & { readonly decision: Decision },
): Promise<void> {
  const found = await operate(
    async (_, app) => entriesOf(app).withdraw(endToEndId, decision, await idOf(app, enterprise)),
    SUBJECT,
  );
  const text = `${endToEndId} is ${found.entry.state} (${found.entry.code})`;
  print(json ? JSON.stringify({ command: 'rails entries withdraw', entry: view(found) }, null, 2) : text);
}

/** Requests the reversal of an entry, or approves it. */
export async function reverseEntry(
  endToEndId: string,
  { enterprise, json, reason, actor }: Request & { readonly reason: ReversalReason; readonly actor: string },
): Promise<void> {
  const { id, ...requested } = await operate(async (_, app) => {
    const request = { endToEndId, reason, actor, enterpriseId: await idOf(app, enterprise) };
    return app.get(RequestReversal, { strict: false }).execute(request);
  }, SUBJECT);
  const reversal = { id, ...requested, amount: Number(requested.amount) };
  const text = requested.approved
    ? `approved; it goes into the next file, and is the exception ${id}`
    : `requested; another operator approves it with the same command and --as`;
  print(json ? JSON.stringify({ command: 'rails reverse', reversal }, null, 2) : text);
}

/** Asks the bank of the payee for an instant payment back. */
export async function recallEntry(
  endToEndId: string,
  {
    enterprise,
    json,
    decision,
    ...what
  }: Request & {
    readonly code: RecallReason;
    readonly clearingReference: string | undefined;
    readonly decision: Decision;
  },
): Promise<void> {
  const recall = await operate(async (_, app) => {
    const request = { endToEndId, ...what, enterpriseId: await idOf(app, enterprise) };
    return app.get(RequestRecall, { strict: false }).execute(request, decision);
  }, SUBJECT);
  const text = `asked for; the answer is noted on the exception of the kind recall (message ${recall.message_id})`;
  print(json ? JSON.stringify({ command: 'rails recall', recall }, null, 2) : text);
}

const SUBJECT = 'the entry';

const entriesOf = (app: INestApplicationContext) => app.get(OperateEntries, { strict: false });

async function idOf(app: INestApplicationContext, enterprise: string | undefined): Promise<string | undefined> {
  if (enterprise === undefined) return undefined;
  const [id] = await enterprises({ transactions: app.get(Transactions, { strict: false }) }, enterprise);
  return id;
}

function view({ enterprise_id, entry, file, results }: FoundEntry) {
  return {
    ...{ enterprise_id, ...entry, file: file?.file_name ?? null, file_state: file?.state ?? null },
    results: results.map(({ kind, code, occurred_at, reported_at }) => ({ kind, code, occurred_at, reported_at })),
  };
}

function described({ results, ...entry }: ReturnType<typeof view>): string {
  const facts = Object.entries(entry).map(([name, value]): [string, string] => [name, shown(value)]);
  const told = results.map(({ kind, code, occurred_at, reported_at }): [string, string] => [
    `result: ${kind}`,
    `${code ?? '-'} at ${shown(occurred_at)}, ${reported_at === null ? 'not reported' : 'reported'}`,
  ]);
  return columns([...facts, ...told], '');
}

function shown(value: string | number | Date | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return value instanceof Date ? value.toISOString() : String(value);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
