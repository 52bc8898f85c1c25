import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import {
  type ExceptionKind,
  exceptionKinds,
  FileOperationError,
  type InboundFile,
  InboundFiles,
  InboundOperationError,
  type InboundState,
  OperateInbound,
  OperateParticipants,
  ParticipantStates,
  Profiles,
  type RailException,
  RailExceptions,
  RequestReturn,
  ResolveException,
  type StoredParticipantState,
  type Waiver,
} from '@payments/rails';
import { inApplication } from '../application.js';
import { refusal, unreadable, UsageError } from '../cli.error.js';
import { namedConnections, ofConnection } from './profiles.js';
import { enterpriseOf } from '../in-enterprise.js';
import { columns, counted, plain, table } from '../terminal.js';
import { describeDiagnostics } from './describe-ach.js';

interface Json {
  readonly json?: boolean;
}

/** Who decides, and why. */
interface Decided extends Json {
  readonly reason: string;
  readonly as: string;
}

interface Listing extends Json {
  readonly connection?: string;
  readonly limit: number;
}

const MOST_EXCEPTIONS = 1_000;

export async function listInbound({
  connection,
  state,
  limit,
  json,
}: Listing & { state?: InboundState }): Promise<void> {
  const filter = { ...(connection !== undefined && { connection }), ...(state !== undefined && { states: [state] }) };
  const files = await inApplication((app) => ofConnection(app, connection, get(app, InboundFiles).list(filter, limit)));
  print(json, { inbound: files.map(inboundView) }, () => (files.length === 0 ? 'no files' : inboundTable(files)));
  if (files.some(({ state: each }) => each === 'quarantined')) process.exitCode = 1;
}

export async function showInbound(id: string, { json }: Json): Promise<void> {
  const { file, exceptions } = await inApplication(async (app) => {
    const found = await get(app, InboundFiles).find(id);
    if (found === undefined)
      throw new UsageError(`${id}: no bank file has this id; list them with 'rails inbound list'`);
    const all = await get(app, RailExceptions).list({ connection: found.connection, all: true }, MOST_EXCEPTIONS);
    return { file: found, exceptions: all.filter(({ inbound_id }) => inbound_id === found.id) };
  });
  print(json, { ...inboundView(file), exceptions: exceptions.map(exceptionView) }, () =>
    [
      columns(
        Object.entries(inboundView(file)).flatMap(([name, value]) =>
          name === 'diagnostics' ? [] : [[name, shown(value)]],
        ),
        '',
      ),
      ...(file.diagnostics === null ? [] : [describeDiagnostics(file.name, file.diagnostics)]),
      ...(exceptions.length === 0 ? [] : [exceptionTable(exceptions)]),
    ].join('\n\n'),
  );
}

export async function ingestFile(
  path: string,
  { connection, reason, as: actor, json }: Decided & { connection: string },
): Promise<void> {
  await access(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  const file = await operate((app) => {
    namedConnections(get(app, Profiles).connections, connection);
    const content = { name: basename(path), content: createReadStream(path) };
    return get(app, OperateInbound).ingest(connection, content, { actor, reason });
  });
  const isNew = file.state !== 'duplicate';
  print(json, inboundView(file), () =>
    isNew ? `${file.id} stored; a worker applies it` : `${file.id} was received before; nothing is applied`,
  );
}

export async function retryFile(
  id: string,
  { accept = [], reason, as: actor, json }: Decided & { accept?: Waiver[] },
): Promise<void> {
  const file = await operate((app) => get(app, OperateInbound).retry(id, accept, { actor, reason }));
  print(json, inboundView(file), () => `${file.id} will be read again`);
}

export async function discardFile(id: string, { reason, as: actor, json }: Decided): Promise<void> {
  const file = await operate((app) => get(app, OperateInbound).discard(id, { actor, reason }));
  print(json, inboundView(file), () => `${file.id} discarded; nothing of it is applied`);
}

export async function listExceptions({
  connection,
  kind,
  all,
  limit,
  json,
}: Listing & { kind?: string; all?: boolean }): Promise<void> {
  if (kind !== undefined && !(kind in exceptionKinds)) {
    throw new UsageError(`--kind: must be one of ${Object.keys(exceptionKinds).join(', ')}`);
  }
  const filter = {
    ...(connection !== undefined && { connection }),
    ...(kind !== undefined && { kind: kind as ExceptionKind }),
    ...(all === true && { all }),
  };
  const exceptions = await inApplication((app) =>
    ofConnection(app, connection, get(app, RailExceptions).list(filter, limit)),
  );
  print(json, { exceptions: exceptions.map(exceptionView) }, () =>
    exceptions.length === 0 ? 'no exceptions' : exceptionTable(exceptions),
  );
  if (exceptions.some(({ state }) => state === 'open')) process.exitCode = 1;
}

export async function showException(id: string, { json }: Json): Promise<void> {
  const found = await inApplication((app) => get(app, RailExceptions).find(id));
  if (found === undefined)
    throw new UsageError(`${id}: no exception has this id; list them with 'rails exceptions list'`);
  const view = { ...exceptionView(found), ...exceptionKinds[found.kind] };
  print(json, view, () =>
    columns(
      Object.entries(view).map(([name, value]) => [name, shown(value)]),
      '',
    ),
  );
}

interface Resolution {
  readonly entry?: string;
  readonly book?: string;
  readonly ignore?: boolean;
}

export async function resolveException(
  id: string,
  { entry, book, ignore = false, reason, as: actor, json }: Decided & Resolution,
): Promise<void> {
  if (entry === undefined && book === undefined && !ignore) {
    throw new UsageError('--entry, --book, --ignore: pass one of them');
  }
  const operator = { actor, reason };
  const cents = await operate(async (app) => {
    const resolving = get(app, ResolveException);
    if (book !== undefined) return Number(await resolving.book(id, await enterpriseOf(app, book, '--book'), operator));
    if (entry !== undefined) await resolving.match(id, { endToEndId: entry }, operator);
    else await resolving.ignore(id, operator);
    return 0;
  });
  print(json, { resolved: id, cents }, () => `${id} resolved${cents === 0 ? '' : `; ${cents} cents booked`}`);
}

export async function requestReturn({
  requestReturn: endToEndId,
  enterprise,
  reason,
  as: actor,
  json,
}: Decided & { requestReturn: string; enterprise?: string }): Promise<void> {
  const requested = await operate(async (app) =>
    get(app, RequestReturn).execute(
      endToEndId,
      { actor, reason },
      enterprise === undefined ? undefined : await enterpriseOf(app, enterprise),
    ),
  );
  print(json, requested, () =>
    requested.known
      ? `the request for ${endToEndId} was noted before; see 'rails exceptions list --kind return_requested --all'`
      : `noted; the receiving bank answers until ${requested.due_date}`,
  );
}

export async function listParticipants({ connection, json }: Json & { connection?: string }): Promise<void> {
  const participants = await inApplication((app) =>
    ofConnection(app, connection, get(app, ParticipantStates).list(connection)),
  );
  print(json, { participants }, () => (participants.length === 0 ? 'no notices' : participantTable(participants)));
}

export async function forgetParticipant(
  routingNumber = '',
  { connection, rail, reason, as: actor, json }: Decided & { connection: string; rail: 'rtp' | 'fednow' },
): Promise<void> {
  await operate((app) => {
    namedConnections(get(app, Profiles).connections, connection);
    return get(app, OperateParticipants).forget({ connection, rail }, routingNumber, { actor, reason });
  });
  const forgotten = { connection, rail, routing_number: routingNumber };
  const named = routingNumber === '' ? rail : `${routingNumber} on ${rail}`;
  print(json, forgotten, () => `what ${connection} was told of ${named} is forgotten`);
}

function get<T>(app: INestApplicationContext, type: abstract new (...args: never[]) => T): T {
  return app.get<T>(type, { strict: false });
}

async function operate<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  try {
    return await inApplication(work);
  } catch (error) {
    const isRefusal = error instanceof InboundOperationError || error instanceof FileOperationError;
    throw isRefusal ? refusal(error) : error;
  }
}

function print(json: boolean | undefined, value: object, describe: () => string): void {
  process.stdout.write(`${json === true ? JSON.stringify(value, null, 2) : describe()}\n`);
}

function inboundView({ sha256, size, listed_size: _, document_id: _document, ...file }: InboundFile) {
  return { ...file, size: Number(size), sha256: sha256.toString('hex') };
}

const exceptionView = ({ key: _, ...exception }: RailException) => exception;

function inboundTable(files: readonly InboundFile[]): string {
  const heading = ['id', 'fetched', 'connection', 'name', 'kind', 'state', 'entries', 'problem'];
  const rows = files.map(({ id, fetched_at, connection, name, kind, state, entries, diagnostics, reason }) => [
    ...[id, fetched_at.toISOString(), connection, plain(name), kind ?? '-', state, String(entries)],
    diagnostics?.[0] === undefined ? (reason ?? '-') : `line ${diagnostics[0].line}: ${diagnostics[0].rule}`,
  ]);
  return `${table([heading, ...rows])}\n${counted(files.length, 'file')}`;
}

function exceptionTable(exceptions: readonly RailException[]): string {
  const heading = ['id', 'kind', 'state', 'code', 'cents', 'trace', 'end-to-end id', 'due', 'detail'];
  const rows = exceptions.map(({ id, kind, state, code, amount, original_trace, end_to_end_id, due_date, detail }) =>
    [id, kind, state, code, amount, original_trace, end_to_end_id, due_date, detail].map(shown),
  );
  return `${table([heading, ...rows])}\n${counted(exceptions.length, 'exception')}`;
}

function participantTable(participants: readonly StoredParticipantState[]): string {
  const heading = ['connection', 'rail', 'participant', 'takes payments', 'from', 'code', 'file'];
  const rows = participants.map(({ connection, rail, routing_number, is_off, event_at, code, inbound_id }) => [
    ...[connection, rail, routing_number === '' ? 'the network' : routing_number, is_off ? 'no' : 'yes'],
    ...[event_at.toISOString(), code, inbound_id],
  ]);
  return `${table([heading, ...rows])}\n${counted(participants.length, 'notice')}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return plain(typeof value === 'string' ? value : JSON.stringify(value));
}
