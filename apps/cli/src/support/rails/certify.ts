import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Certification,
  ChannelError,
  clearingReferencesOf,
  type Connection,
  type Fact,
  factsOf,
  isRoutingNumber,
  isWanted,
  networkRules,
  networkSources,
  openRemoteFiles,
  pgpProblem,
  readSecret,
  RefusedTestEntry,
  remotePaths,
  sealedFor,
  SecretError,
  statementOf,
  type TestFile,
  testFilesOf,
} from '@payments/rails';
import { newYorkDate } from '@payments/kernel';
import { CliError, namesNothing, UsageError } from '../cli.error.js';
import { paint } from '../terminal.js';
import {
  type CertificationReport,
  htmlOf,
  passed,
  type ReportedFile,
  type ReportedRule,
  textOf,
} from './certification-report.js';
import { bankConnections } from './profiles.js';

export interface CertifyOptions {
  readonly out: string;
  readonly receiver?: string;
  readonly send?: boolean;
  readonly responses?: boolean;
  readonly from?: string;
  readonly json?: boolean;
}

const BANK = join(__dirname, '..', '..', '..', '..', 'bank', 'src', 'main.js');
/** Trace numbers and sequences that real files reach after millions of entries. A test takes at most some thousands. */
const SEEDS = [5_000_000, 9_900_000] as const;
const MOST_BYTES = 16_777_216;
const DAY_MS = 86_400_000;

/** Makes, sends or reads the certification of a connection, and returns whether all of it is as it must be. */
export async function certifyConnection(name: string, options: CertifyOptions): Promise<boolean> {
  const connection = named(name);
  const { out, receiver = connection.odfi.routing_number, from, responses = false, send = false } = options;
  if (!isRoutingNumber(receiver)) throw new UsageError('--receiver: must be a routing number, with its check digit');
  if (from !== undefined && !responses) throw new UsageError('--from: needs --responses');
  const path = join(out, 'report.json');
  const before = existsSync(path) ? reportIn(path, connection) : undefined;
  if (before === undefined && responses) throw new UsageError(`--out: ${out} has no certification; make one first`);
  if (before !== undefined && !send && !responses)
    throw new UsageError(`--out: ${out} has a certification; add --send or --responses, or name another directory`);
  const report = await (before === undefined
    ? made(connection, { out, receiver })
    : madeAgain(connection, before, { out, ...(responses && { from: from ?? null }) }));
  save(report, out);
  if (send && report.files.every(({ problems }) => problems.length === 0)) await sent(connection, report, out);
  process.stdout.write(`${options.json === true ? JSON.stringify(report, null, 2) : textOf(report, { out, paint })}\n`);
  return passed(report);
}

function save(report: CertificationReport, out: string): void {
  writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  writeFileSync(join(out, 'report.html'), htmlOf(report), { mode: 0o600 });
}

function named(name: string): Connection {
  const connections = bankConnections();
  const found = connections.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = connections.map((each) => each.name);
  throw namesNothing('<connection>', 'connection has the name', { given: name, names, command: 'rails connections' });
}

function reportIn(path: string, { name }: Connection): CertificationReport {
  const report = jsonIn(path) as CertificationReport | null;
  if (report?.command === 'rails certify' && report.connection === name) return report;
  throw new UsageError(`--out: ${path} is of another connection or command; name another directory`);
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`--out: ${path} is no JSON; name another directory`);
  }
}

async function made(
  connection: Connection,
  { out, receiver }: { out: string; receiver: string },
): Promise<CertificationReport> {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError(`--out: ${out} has files; name another directory`);
  const at = new Date();
  at.setMilliseconds(0);
  const basis = { created_at: at.toISOString(), seed: randomInt(...SEEDS), receiver, references: {} };
  const files = await planned(connection, basis);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  writeNew(out, files, new Set());
  return reported(connection, basis, { out, files, facts: null, before: undefined });
}

/** The same files once more: those in the directory must be these, and the answers of the bank are about them. */
async function madeAgain(
  connection: Connection,
  before: CertificationReport,
  { out, from }: { out: string; from?: string | null },
): Promise<CertificationReport> {
  const { created_at, seed, receiver } = before;
  const facts = from === undefined ? null : await answers(connection, before, from);
  const references = { ...before.references, ...Object.fromEntries(clearingReferencesOf(facts ?? [])) };
  const basis = { created_at, seed, receiver, references };
  const files = await planned(connection, basis);
  const names = new Set(files.map(({ name }) => name));
  if (before.files.some(({ name }) => !names.has(name)))
    throw new CliError('the profile was changed since the files were made; certify it again, in another directory');
  writeNew(out, files, new Set(before.files.map(({ name }) => name)));
  return reported(connection, basis, { out, files, facts, before });
}

type Basis = Pick<CertificationReport, 'created_at' | 'seed' | 'receiver' | 'references'>;

async function planned(connection: Connection, { created_at, seed, receiver, references }: Basis): Promise<TestFile[]> {
  const certification: Certification = {
    ...{ at: new Date(created_at), seed, receiver, settlementAccount: accountOf(connection) },
    references: new Map(Object.entries(references)),
  };
  try {
    const files = await testFilesOf(connection, certification);
    if (files.length > 0) return files;
    throw new CliError(`${connection.name} sends no files and no messages of its own; see rails in its profile`);
  } catch (error) {
    if (error instanceof RefusedTestEntry) throw new CliError(`${error.message}; correct the profile`);
    throw error;
  }
}

function accountOf({ settlement_account }: Connection): string {
  try {
    return readSecret(settlement_account.account_number, process.env);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new CliError(`settlement_account.account_number: ${error.message}; correct its place in BANKS_FILE`);
  }
}

/** What was reported before stays as it is, so that a change of it is found. */
function writeNew(out: string, files: readonly TestFile[], before: ReadonlySet<string>): void {
  for (const { name, content } of files)
    if (content !== null && !before.has(name)) writeFileSync(join(out, name), content, { mode: 0o600, flag: 'wx' });
}

interface Reporting {
  readonly out: string;
  readonly files: readonly TestFile[];
  /** Null: the answers of the bank were not read. */
  readonly facts: readonly Fact[] | null;
  readonly before: CertificationReport | undefined;
}

function reported(connection: Connection, basis: Basis, { out, files, facts, before }: Reporting): CertificationReport {
  const written = files.filter(({ name }) => existsSync(join(out, name)));
  const checked = new Map(checkedByBank(connection, basis, { out, written }));
  const day = newYorkDate(new Date(basis.created_at));
  const statement = statementOf(accountOf(connection), day);
  const hasStatements = connection.inbound.some(({ kinds }) => kinds.includes('statement'));
  const judged = (expected: TestFile['expected']) =>
    expected.map(({ what, judge }) => ({ what, ...(facts === null ? { state: 'expected' as const } : judge(facts)) }));
  return {
    ...{ command: 'rails certify', connection: connection.name, bank: connection.odfi, ...basis },
    responses_read_at: facts === null ? (before?.responses_read_at ?? null) : new Date().toISOString(),
    files: files.map((file) => {
      const { rules = [], problems = [] } = checked.get(file.name) ?? {};
      const earlier = before?.files.find(({ name }) => name === file.name);
      const { name, rail, what, definition, batches, entries, debit, credit } = file;
      return {
        ...{ name, rail, what, definition, batches, entries, debit, credit },
        sha256: file.content === null ? null : sha256(file.content),
        sent_at: earlier?.sent_at ?? null,
        rules: [...rules, ...rulesOfNetwork(file)],
        problems: [
          ...(file.problem === null ? [] : [refusedByWriter(file.problem)]),
          ...changed(out, file),
          ...problems,
        ],
        responses: facts === null && earlier ? earlier.responses : judged(file.expected),
      };
    }),
    responses: facts === null && before ? before.responses : judged(hasStatements ? [statement] : []),
    unread:
      facts === null
        ? (before?.unread ?? [])
        : facts.flatMap((fact) => (fact.kind === 'unread' ? [{ file: fact.from, why: fact.reason }] : [])),
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const refusedByWriter = (detail: string) => ({ line: null, rule: 'writer', detail });

function changed(out: string, { name, content }: TestFile): ReportedFile['problems'] {
  if (content === null) return [];
  const path = join(out, name);
  if (!existsSync(path)) return [{ line: null, rule: 'file', detail: 'the file is not in the directory any more' }];
  if (readFileSync(path).equals(content)) return [];
  return [{ line: null, rule: 'file', detail: 'the file is not as it was made' }];
}

/** What the writer asked before it wrote a message to a network. */
function rulesOfNetwork({ rail, definition }: TestFile): ReportedRule[] {
  const family = definition?.split('.').slice(0, 2).join('.');
  if ((rail !== 'rtp' && rail !== 'fednow') || family === undefined || !(family in networkRules[rail])) return [];
  return networkRules[rail][family as keyof (typeof networkRules)[typeof rail]].map(({ path, demand, source }) => ({
    ...{ rule: path || 'all', demand, source: networkSources[source], asked_by: 'writer' as const },
  }));
}

type Checked = Pick<ReportedFile, 'rules' | 'problems'>;

/** Asks the program of the simulated bank, which shares no code with the writers. */
function checkedByBank(
  connection: Connection,
  { created_at }: Basis,
  { out, written }: { out: string; written: readonly TestFile[] },
): [string, Checked][] {
  const { header, odfi, companies } = connection;
  const company_ids = companies.flatMap(({ company_id, identities }) => [
    ...[company_id, ...identities.flatMap((each) => each.company_id ?? [])],
  ]);
  const settings = {
    bank: {
      ...{ routing_number: odfi.routing_number, immediate_destination: header.immediate_destination },
      account_number: accountOf(connection),
    },
    customers: [{ immediate_origin: header.immediate_origin.trim(), company_ids }],
  };
  const files = written.map(({ name }) => join(out, name));
  const input = JSON.stringify({ settings, at: Date.parse(created_at), files });
  const { status, stdout, stderr } = spawnSync(process.execPath, [BANK, 'check'], {
    ...{ input, encoding: 'utf8', maxBuffer: MOST_BYTES },
  });
  if (status !== 0) throw new CliError(`the checks of the simulated bank failed: ${stderr.trim()}`);
  const results = JSON.parse(stdout) as (Pick<ReportedFile, 'problems'> & {
    rules: Omit<ReportedRule, 'asked_by'>[];
  })[];
  return results.map(({ rules, problems }, at) => [
    written[at]!.name,
    { rules: rules.map((rule) => ({ ...rule, asked_by: 'checker' })), problems },
  ]);
}

/** Puts the files that the bank does not have where it takes them. Nothing that exists is overwritten. */
async function sent(connection: Connection, report: CertificationReport, out: string): Promise<void> {
  const problem = connection.pgp && (await pgpProblem(connection.pgp, process.env));
  if (problem) throw new CliError(problem);
  await atBank(connection, async (remote) => {
    for (const file of report.files.filter(({ sent_at }) => sent_at === null)) {
      const { final, temporary } = remotePaths(connection, { rail: file.rail, file_name: file.name });
      const bytes = await sealedFor(connection, readFileSync(join(out, file.name)), process.env);
      if (temporary !== final) await remote.remove(temporary);
      // A channel that broke may have got it there.
      if ((await remote.stat(final))?.size !== bytes.length) {
        await remote.writeNew(temporary, [bytes]);
        if (temporary !== final) await remote.renameNew(temporary, final);
      }
      file.sent_at = new Date().toISOString();
      save(report, out);
    }
  });
}

/** What files of the bank say that came since the test files were made. */
async function answers(connection: Connection, { created_at }: Basis, from: string | null): Promise<Fact[]> {
  const facts: Fact[] = [];
  const add = async (name: string, bytes: Buffer, accept: Parameters<typeof factsOf>[1]['accept']) =>
    facts.push(...(await factsOf(connection, { name, bytes, accept }, process.env)));
  if (from !== null) {
    if (!existsSync(from) || !statSync(from).isDirectory()) throw new UsageError(`--from: ${from} is no directory`);
    const accept = [...new Set(connection.inbound.flatMap((each) => each.accept))];
    for (const entry of readdirSync(from, { withFileTypes: true }))
      if (entry.isFile()) await add(entry.name, readFileSync(join(from, entry.name)), accept);
    return facts;
  }
  await atBank(connection, async (remote) => {
    // Clocks of servers differ; what is older cannot be about the test.
    const since = Date.parse(created_at) - DAY_MS;
    const isNew = ({ modifiedAt }: { modifiedAt: Date | undefined }) =>
      modifiedAt === undefined || modifiedAt.getTime() >= since;
    for (const directory of connection.inbound) {
      const { files } = await remote.list(directory.directory);
      for (const file of files.filter((each) => isWanted(each.name, directory) && isNew(each))) {
        const chunks: Buffer[] = [];
        const path = `${directory.directory === '/' ? '' : directory.directory}/${file.name}`;
        for await (const chunk of remote.read(path, { maxBytes: MOST_BYTES })) chunks.push(chunk);
        await add(file.name, Buffer.concat(chunks), directory.accept);
      }
    }
    const { acknowledgment } = connection;
    if (acknowledgment.kind !== 'moved') return;
    for (const [directory, verdict] of [
      [acknowledgment.accepted_directory, 'accepted'],
      [acknowledgment.refused_directory, 'refused'],
    ] as const)
      for (const { name } of (await remote.list(directory)).files) facts.push(movedTo(directory, { name, verdict }));
  });
  return facts;
}

const movedTo = (from: string, { name, verdict }: { name: string; verdict: 'accepted' | 'refused' }): Fact => ({
  ...{ from, kind: 'acknowledged' },
  file: {
    ...{ line: 1, name, identity: null, verdict, status: `moved to ${from}`, reason: null },
    ...{ totals: {}, batches: [], entries: [] },
  },
});

async function atBank(
  connection: Connection,
  work: (remote: Awaited<ReturnType<typeof openRemoteFiles>>) => Promise<void>,
): Promise<void> {
  try {
    const remote = await openRemoteFiles(connection.channel, { env: process.env });
    try {
      await work(remote);
    } finally {
      await remote.close();
    }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    throw new CliError(
      `${error.step}: ${error.fault}: ${error.message}; 'payments rails check' goes through each step`,
    );
  }
}
