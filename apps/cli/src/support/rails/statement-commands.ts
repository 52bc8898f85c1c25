import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import {
  breakKinds,
  type Explanation,
  ExplainLine,
  TakeBackLine,
  InboundOperationError,
  Breaks,
  Profiles,
  ReconcileConnection,
  type Reconciled,
  Statements,
  type StoredBreak,
  type StoredLine,
  type StoredStatement,
} from '@payments/rails';
import { inApplication } from '../application.js';
import { CliError, refusal, UsageError } from '../cli.error.js';
import { namedConnections, ofConnection } from './profiles.js';
import { enterpriseOf } from '../in-enterprise.js';
import { columns, counted, paint, plain, table } from '../terminal.js';
import { dollars } from './describe-ach.js';

interface Json {
  readonly json?: boolean;
}

const LINES_AT_ONCE = 1_000;
const MOST_BREAKS = 10_000;
const BUSY_TRIES = 60;
const BUSY_PAUSE_MS = 1_000;

export async function listStatements({
  connection,
  all = false,
  limit,
  json,
}: Json & { connection?: string; all?: boolean; limit: number }): Promise<void> {
  const filter = { ...(connection !== undefined && { connection }), all };
  const statements = await inApplication((app) =>
    ofConnection(app, connection, get(app, Statements).list(filter, limit)),
  );
  print(json, { statements: statements.map(statementView) }, () =>
    statements.length === 0 ? 'no statements' : statementTable(statements),
  );
}

export async function showStatement(id: string, { open = false, json }: Json & { open?: boolean }): Promise<void> {
  const { statement, lines } = await inApplication(async (app) => {
    const statements = get(app, Statements);
    const found = await statements.find(id);
    if (found === undefined) {
      throw new UsageError(`${id}: no statement has this id; list them with 'rails statements list'`);
    }
    return { statement: found, lines: await linesOf(statements, found.id) };
  });
  const shown = lines.filter((line) => !open || line.is_open);
  print(json, { ...statementView(statement), lines: shown.map(lineView) }, () =>
    [
      columns(
        Object.entries(statementView(statement)).map(([name, value]) => [name, text(value)]),
        '',
      ),
      lineTable(shown),
    ].join('\n\n'),
  );
}

export async function reconcileStatements({
  connection,
  day,
  json,
}: Json & { connection?: string; day?: string }): Promise<void> {
  const { runs, breaks } = await inApplication(async (app) => {
    const chosen = namedConnections(get(app, Profiles).connections, connection);
    const reconciled: Reconciled[] = [];
    for (const each of chosen) reconciled.push(await patiently(() => get(app, ReconcileConnection).execute(each)));
    const found: StoredBreak[] = [];
    for (const { name } of chosen) {
      found.push(
        ...(await get(app, Breaks).open({ connection: name, ...(day !== undefined && { day }) }, MOST_BREAKS)),
      );
    }
    return { runs: reconciled, breaks: found };
  });
  const connections = runs.map(({ connection: name, day: until, matches }) => ({ connection: name, until, matches }));
  print(json, { command: 'rails reconcile', connections, breaks: breaks.map(breakView) }, () =>
    described(runs, breaks),
  );
  if (breaks.length > 0) process.exitCode = 1;
}

export async function explainLine(
  id: string,
  {
    as,
    enterprise,
    reason,
    by: actor,
    json,
  }: Json & { as: Explanation; enterprise: string; reason: string; by: string },
): Promise<void> {
  const line = await inApplication(async (app) => {
    const enterpriseId = await enterpriseOf(app, enterprise);
    try {
      return await get(app, ExplainLine).execute(id, { as, enterpriseId }, { actor, reason });
    } catch (error) {
      throw error instanceof InboundOperationError ? refusal(error) : error;
    }
  });
  const amount = line.direction === 'credit' ? line.amount : -line.amount;
  const next = as === 'wire_in' ? 'credited' : `in suspense; end it with 'rails exceptions resolve ${id} --book'`;
  print(json, { explained: id, as, cents: Number(amount) }, () => `${signed(amount)} ${next}`);
}

export async function takeBackLine(
  id: string,
  { reason, by: actor, json }: Json & { reason: string; by: string },
): Promise<void> {
  const stays = await inApplication(async (app) => {
    try {
      return await get(app, TakeBackLine).execute(id, { actor, reason });
    } catch (error) {
      throw error instanceof InboundOperationError ? refusal(error) : error;
    }
  });
  const credit = stays === null ? '' : `; what was credited under ${stays} without the line stays`;
  print(
    json,
    { taken_back: id, credit_stays: stays },
    () => `taken back${credit}; the line is open again, under another id`,
  );
}

/** A worker may be at the same comparison. */
async function patiently(work: () => Promise<Reconciled | undefined>): Promise<Reconciled> {
  for (let attempt = 0; attempt < BUSY_TRIES; attempt += 1) {
    const done = await work();
    if (done !== undefined) return done;
    await sleep(BUSY_PAUSE_MS);
  }
  throw new CliError('a worker has been comparing this connection for a minute; try again later');
}

async function linesOf(statements: Statements, id: string): Promise<StoredLine[]> {
  const lines: StoredLine[] = [];
  for (;;) {
    const page = await statements.lines(id, { after: lines.length, limit: LINES_AT_ONCE });
    lines.push(...page);
    if (page.length < LINES_AT_ONCE) return lines;
  }
}

function get<T>(app: INestApplicationContext, type: abstract new (...args: never[]) => T): T {
  return app.get<T>(type, { strict: false });
}

function print(json: boolean | undefined, value: object, describe: () => string): void {
  process.stdout.write(`${json === true ? JSON.stringify(value, null, 2) : describe()}\n`);
}

function statementView({ opening, closing, credits, debits, proof, ...statement }: StoredStatement) {
  const balances = { opening: numberOf(opening), closing: numberOf(closing) };
  const proven = proof && Object.fromEntries(Object.entries(proof).map(([name, each]) => [name, Number(each)]));
  return { ...statement, ...balances, credits: Number(credits), debits: Number(debits), proof: proven };
}

const lineView = ({ amount, ...line }: StoredLine) => ({ ...line, amount: Number(amount) });

const breakView = ({ key: _, difference, ...each }: StoredBreak) => ({
  ...{ ...each, difference: Number(difference) },
  ...breakKinds[each.kind],
});

const numberOf = (cents: bigint | null) => (cents === null ? null : Number(cents));

function statementTable(statements: readonly StoredStatement[]): string {
  const heading = ['id', 'connection', 'day', 'purpose', 'state', 'lines', 'opening', 'closing', 'reconciled'];
  const rows = statements.map(({ id, connection, day, purpose, state, lines, opening, closing, reconciled_at }) =>
    [id, connection, day, purpose, state, lines, signed(opening), signed(closing), reconciled_at].map(text),
  );
  return `${table([heading, ...rows])}\n${counted(statements.length, 'statement')}`;
}

function lineTable(lines: readonly StoredLine[]): string {
  if (lines.length === 0) return 'no lines';
  const heading = ['id', 'value day', 'class', 'amount', 'matched', 'references', 'text'];
  const rows = lines.map((line) => {
    const state = line.is_open ? 'open' : (line.explained_as ?? line.matched_by ?? line.status);
    const amount = signed(line.direction === 'credit' ? line.amount : -line.amount);
    return [line.id, line.value_day, line.class, amount, state, line.references.join(' '), line.text].map(text);
  });
  return `${table([heading, ...rows])}\n${counted(lines.length, 'line')}`;
}

function described(runs: readonly Reconciled[], breaks: readonly StoredBreak[]): string {
  const heads = runs.map(({ connection, day, matches }) => {
    const own = breaks.filter((each) => each.connection === connection);
    const mark = own.length === 0 ? paint('green', '✔') : paint('red', '✖');
    if (day === null) return `- ${connection}: no statement yet`;
    return `${mark} ${connection}: until ${day}, ${counted(matches, 'new match', 'new matches')}, ${counted(own.length, 'open break')}`;
  });
  const rows = breaks.map(({ kind, day, difference, expected, found, ...where }): [string, string] => [
    `${paint('red', kind)} ${day} ${signed(difference)}`,
    `expected ${expected}, found ${found}${placeOf(where)}`,
  ]);
  const kinds = [...new Set(breaks.map(({ kind }) => kind))];
  const remedies = kinds.map((kind): [string, string] => [kind, breakKinds[kind].remedy]);
  return [...heads, ...(breaks.length === 0 ? [] : [columns(rows), '', columns(remedies)])].join('\n');
}

function placeOf({ file, batch, end_to_end_id, line_id }: Partial<StoredBreak>): string {
  const places = { file, batch, entry: end_to_end_id, line: line_id };
  const named = Object.entries(places).filter(([, value]) => value !== null && value !== undefined);
  return named.length === 0 ? '' : ` (${named.map(([name, value]) => `${name} ${String(value)}`).join(', ')})`;
}

function signed(cents: bigint | null): string {
  if (cents === null) return '-';
  return cents < 0n ? `-${dollars(Number(-cents))}` : dollars(Number(cents));
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const shown = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  return plain(shown);
}
