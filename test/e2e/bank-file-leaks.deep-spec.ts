import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bai2, eventually } from '@payments/testing';
import { BankStage } from '../support/bank/bank-stage.js';
import { companyFile } from '../support/bank/company-files.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { runCommand } from '../support/command.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { Program } from '../support/e2e/program.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import { databaseFiles, dumpOf, PiiSearch } from '../support/pii-search.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/observability/src', 'libs/persistence/src/crypto');

const digits = (count: number) => Array.from({ length: count }, (_, at) => randomInt(at === 0 ? 1 : 0, 10)).join('');

/** Account numbers that nothing else in the world has. */
const accounts = {
  /** Of the enterprise at the bank. */
  own: digits(12),
  paid: digits(13),
  debited: digits(14),
  /** The receiving bank says that it has become the next one. */
  changed: digits(15),
  corrected: digits(16),
  /** Only in files that are wrong. */
  foreign: digits(17),
};

/** In the order of the transfers below. */
const ENDS = 'returned,rejected,settled,settled';
/** Files of the bank that break a rule, and those with something for a person. */
const BROKEN = ['amount.ach', 'shifted.ach', 'report.txt', 'other-account.bai', 'status.xml'];
const ODD = ['unmatched.ach', 'incoming.ach', 'wire.bai'];

describe('account numbers in files to and from a bank', () => {
  const search = new PiiSearch(accounts);
  const scratch = mkdtempSync(join(tmpdir(), 'scratch-'));
  const exported = mkdtempSync(join(tmpdir(), 'exported-'));
  const bank = new BankStage({
    settings: {
      bank: { account_number: accounts.own },
      rules: [{ account: accounts.changed, outcomes: [{ change: 'C01', corrected: accounts.corrected }] }],
    },
  });
  const logs: string[] = [];
  const printed: string[] = [];
  let service: BankService;
  let worker: Program;
  let metrics: string;

  const query = <Row>(sql: string, values: readonly unknown[] = []) => service.service.database.query<Row>(sql, values);
  const environment = () => ({ ...service.service.database.environment, TMPDIR: scratch });
  const legsOf = (ids: readonly string[]) =>
    query<{ status: string; end_to_end_id: string }>(
      `SELECT status, end_to_end_id FROM transfers.legs WHERE transfer_id = ANY($1::uuid[])
       ORDER BY array_position($1::uuid[], transfer_id)`,
      [ids],
    );

  async function command(...args: string[]): Promise<void> {
    const { code, stdout, stderr } = await runCommand(['rails', ...args], environment());
    printed.push(stdout, stderr);
    // 1 is how a comparison says that something differs.
    expect([args, code === 2 ? stderr : code]).toEqual([args, expect.any(Number)]);
  }

  /** In a process of its own, for what writes bytes. */
  async function ownProcess(...args: string[]): Promise<void> {
    const { code, stdout, stderr } = await Program.run('cli', { args: ['rails', ...args], settings: environment() });
    printed.push(stdout, stderr);
    expect([args, code, stderr]).toEqual([args, 0, '']);
  }

  async function pay(): Promise<readonly string[]> {
    const client = await service.service.client();
    service.admit(client.credentials.enterprise_id);
    const ports = await freePorts();
    worker = new Program('worker', { settings: { ...environment(), ...portSettings(ports) } });
    const [payee, payer, changed] = await Promise.all(
      [accounts.paid, accounts.debited, accounts.changed].map((account_number) =>
        verifiedParty(client, { account_number }),
      ),
    );
    const ids: string[] = [];
    for (const body of [
      { ...aDirectDebit(payer!), amount: 10_001 },
      { ...aDirectDebit(payer!), amount: 10_026 },
      { ...aPayout(payee!), amount: 10_050 },
      { ...aPayout(changed!), amount: 10_060 },
    ]) {
      ids.push(((await client.post('/deliver/transfers', body)).body['transfer'] as { id: string }).id);
    }
    await eventually('the legs are what the bank made of them', async () => {
      bank.now = Date.now();
      bank.bank.round();
      return (await legsOf(ids)).map(({ status }) => status).join() === ENDS;
    });
    await eventually('the correction is told', async () => {
      bank.now = Date.now();
      bank.bank.round();
      const told = await query(`SELECT FROM rails.results WHERE correction IS NOT NULL AND reported_at IS NOT NULL`);
      return told.length > 0;
    });
    metrics = await (await fetch(`http://127.0.0.1:${ports.metrics + 1}/metrics`)).text();
    return (await legsOf(ids)).map(({ end_to_end_id }) => end_to_end_id);
  }

  /** Files with account numbers where they do not belong. */
  async function receiveOddFiles(): Promise<void> {
    const name = bank.list('outbound').find((each) => each.startsWith('return'))!;
    const lines = bank.read('outbound', name).toString('latin1').split('\n');
    const changed = (line: number, change: (text: string) => string) =>
      Buffer.from(lines.map((each, at) => (at === line - 1 ? change(each) : each)).join('\n'), 'latin1');
    const own = { account: accounts.own, day: '2026-01-05', opening: 0 };
    const contents: Readonly<Record<string, Buffer>> = {
      'amount.ach': changed(3, (entry) => `${entry.slice(0, 29)}X${entry.slice(30)}`),
      // The account reaches into the columns of the check digit, and the amount into those of the id.
      'shifted.ach': changed(3, (entry) => `${entry.slice(0, 5)}${entry.slice(6)} `),
      'report.txt': Buffer.from(`ENTRY ${accounts.foreign} REJECTED R03\n`),
      'other-account.bai': bai2({ ...own, account: accounts.foreign, lines: [] }),
      'status.xml': Buffer.from(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><Account>${accounts.foreign}</Account></Document>`,
      ),
      'unmatched.ach': changed(4, (addenda) => `${addenda.slice(0, 14)}9999999${addenda.slice(21)}`),
      'incoming.ach': companyFile({ batches: [{ entries: [{ account: accounts.foreign }] }] }),
      'wire.bai': bai2({ ...own, lines: [{ cents: 5, text: `WIRE FROM ${accounts.foreign}/${accounts.own}` }] }),
    };
    for (const [each, content] of Object.entries(contents)) bank.putOutbound(each, content);
    await eventually('the files of the bank are judged', async () => {
      const judged = await query<{ name: string; state: string }>(
        `SELECT name, state FROM rails.inbound_files WHERE name = ANY($1) AND state IN ('applied', 'quarantined')`,
        [[...BROKEN, ...ODD]],
      );
      return judged.length === BROKEN.length + ODD.length && judged;
    });
  }

  async function operate(endToEndIds: readonly string[]): Promise<void> {
    const [file] = await query<{ id: string }>(`SELECT id FROM rails.files WHERE state = 'acknowledged'`);
    const quarantined = await query<{ id: string }>(`SELECT id FROM rails.inbound_files WHERE state = 'quarantined'`);
    const exceptions = await query<{ id: string }>(`SELECT id FROM rails.exceptions`);
    const statements = await query<{ id: string }>(`SELECT id FROM rails.statements`);
    await ownProcess('files', 'verify', file!.id, '--remote');
    await ownProcess('files', 'export', file!.id, '--out', join(exported, 'file.ach'), '--reason', 'comparison');
    for (const args of [
      ['connections'],
      ['check', '--write'],
      ['files', 'list'],
      ['files', 'show', file!.id, '--decode'],
      ...endToEndIds.map((id) => ['entries', 'show', id]),
      ['inbound', 'list'],
      ['quarantine'],
      ...quarantined.map(({ id }) => ['inbound', 'show', id]),
      ['inbound', 'retry', quarantined[0]!.id, '--accept', 'missing_file_header', '--reason', 'a try'],
      ['inbound', 'discard', quarantined[1]!.id, '--reason', 'a test'],
      ['exceptions', 'list', '--all'],
      ...exceptions.map(({ id }) => ['exceptions', 'show', id]),
      ['statements', 'list', '--all'],
      ...statements.map(({ id }) => ['statements', 'show', id]),
      ['reconcile'],
      ...bank
        .list('outbound')
        .filter((name) => /\.(ach|bai)$/.test(name) && !BROKEN.includes(name))
        .map((name) => ['inspect', join(bank.directory, 'outbound', name)]),
    ]) {
      await command(...args, ...(args[0] === 'inspect' ? [] : ['--json']));
      await command(...args);
    }
  }

  beforeAll(async () => {
    mkdirSync(scratch, { recursive: true });
    service = await startBankService(
      {
        channel: { kind: 'directory', root: bank.directory },
        inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
        acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
        timing: { settlement_grace_minutes: 10_080 },
        // With entries of the settlement account.
        ach: { offset: 'balanced_batch', addenda: 'descriptor' },
      },
      { LOG_LEVEL: 'trace', SETTLEMENT_ACCOUNT: accounts.own },
      { logs: { write: (line) => void logs.push(line) } },
    );
    const endToEndIds = await pay();
    await receiveOddFiles();
    await operate(endToEndIds);
    const { stdout, stderr } = await worker.stop('SIGTERM');
    logs.push(stdout, stderr);
  });
  afterAll(async () => {
    await service.stop();
    bank.remove();
    for (const folder of [scratch, exported]) rmSync(folder, { recursive: true });
  });

  it('reached the bank, came from it, and were exported', () => {
    const at = (directory: string) => search.leaksBelow(directory).map((leak) => leak.split(' ')[0]);
    expect([...new Set(at(bank.directory))].sort()).toEqual(Object.keys(accounts).sort());
    expect(at(exported)).toContain('paid');
  });

  it('went into every table of files', async () => {
    const { filled } = await dumpOf(service.service.database);
    const tables = ['entries', 'files', 'batches', 'results', 'documents', 'inbound_files', 'exceptions', 'statements'];
    expect(filled).toEqual(expect.arrayContaining([...tables, 'statement_lines'].map((name) => `rails.${name}`)));
    const states = await query<{ name: string; state: string }>(
      `SELECT name, state FROM rails.inbound_files WHERE name = ANY($1)`,
      [BROKEN],
    );
    for (const { state } of states) expect(state).not.toBe('applied');
  });

  it('are in no row of any table', async () => {
    const { text } = await dumpOf(service.service.database);
    expect(search.leaksIn(text)).toEqual([]);
  });

  it('are in no file of the database, the write-ahead log included', async () => {
    const found: string[] = [];
    for await (const { path, bytes } of databaseFiles(service.service.database)) {
      found.push(...search.leaksIn(bytes).map((name) => `${name} in ${path}`));
    }
    expect(found).toEqual([]);
  });

  it('are in no temporary file, and no temporary file is left', () => {
    expect(search.leaksBelow(scratch)).toEqual([]);
  });

  it('are in no line of the logs, at trace level', () => {
    const text = logs.join('');
    for (const event of ['rails_file_sealed', 'rails_file_uploaded', '"level":"debug"']) expect(text).toContain(event);
    expect(search.leaksIn(text)).toEqual([]);
  });

  it('are in nothing that commands print', () => {
    const text = printed.join('\n');
    expect(text).toContain(`*****${accounts.paid.slice(-4)}`);
    expect(search.leaksIn(text)).toEqual([]);
  });

  it('are in no metric', () => {
    expect(metrics).toContain('payments_rails_');
    expect(search.leaksIn(metrics)).toEqual([]);
  });
});
