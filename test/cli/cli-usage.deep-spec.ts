import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnterpriseCredentials } from '@payments/auth';
import { bankProfile } from '@payments/testing';
import type { Command } from 'commander';
import { paymentsProgram } from '../../apps/cli/src/support/program.js';
import { placeholderOf } from '../../apps/cli/src/support/values.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { argumentsOf, everyCommand, isOption, kindOf, nameOf, takenBy } from '../support/command-line.js';
import type { Taken } from '../support/command-line.js';
import { Program } from '../support/e2e/program.js';
import { aPayout, registerParty } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src');

type Body = Record<string, unknown>;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const ID_OF_NOTHING = '0198f2d0-6c1e-7c1b-8a57-000000000000';

/** These run until they are stopped, or make what they are given a name for. */
const SERVES = new Set(['start', 'demo', 'listen', 'bank simulate', 'backup create', 'backup restore', 'completion']);
const NOTHING: Readonly<Record<string, string>> = {
  ...{ id: ID_OF_NOTHING, ids: ID_OF_NOTHING, line: ID_OF_NOTHING, pid: '2147483647' },
};
/** Without these the command says that it lacks them. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'reports create statement': ['--date', daysAgo(2)],
  trigger: ['person_created'],
  'rails files withdraw': ['--refile'],
  'rails files resubmit': ['--same'],
  'rails exceptions resolve': ['--ignore'],
};
const MORE_OPTIONS = new Set(['reports create statement', 'trigger']);
const NAMING = new Set([
  ...['id-or-name', 'id or name', 'enterprise', 'end-to-end-id', 'client-id', 'id', 'ids', 'line', 'pid', 'company'],
  ...['file', 'export.csv'],
]);
const NAMING_OPTIONS = new Set(['--queue', '--connection', '--subledger', 'client create --owner']);
const namesSomething = (command: Command) => (taken: Taken) => {
  const { long = '' } = isOption(taken) ? taken : {};
  // The server is the same for all enterprises.
  if (nameOf(command).startsWith('inspect') && long === '--enterprise') return false;
  const isNamed = NAMING_OPTIONS.has(long) || NAMING_OPTIONS.has(`${nameOf(command)} ${long}`);
  return isNamed || (NAMING.has(placeholderOf(taken)) && long !== '--out');
};

const root = join(__dirname, '../..');
const { bin, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: { payments: string };
  version: string;
};

describe('payments, called without a database', () => {
  let folder: string;
  let hook: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
    hook = join(folder, 'loaded.cjs');
    writeFileSync(
      hook,
      `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => Program.run('cli', { args, settings: { DATA_DIR: folder } });
  /** The packages, and the libraries of the project, that a call loads. */
  const loadedBy = async (...args: string[]) => {
    const LOADED = join(folder, 'loaded.json');
    const ending = await Program.run('cli', { args, settings: { LOADED }, preload: hook });
    const files = JSON.parse(readFileSync(LOADED, 'utf8')) as string[];
    const names = files.map((file) => /(?:node_modules\/((?:@[^/]+\/)?[^/]+)|dist\/((?:libs|apps)\/[^/]+))/.exec(file));
    return { ...ending, loaded: new Set(names.flatMap((found) => found?.[1] ?? found?.[2] ?? [])) };
  };

  it('ends in silence when nobody reads its output any more', async () => {
    const cli = new Program('cli', { args: ['--help'], settings: {} });
    cli.closeOutput();
    expect(await cli.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['--help'],
    ['--version'],
    ['help'],
    ['keys', '--help'],
    ['client', 'create', '--help'],
    ['transfer', 'list', '--help'],
    ['bulk', 'upload', '--help'],
    ['reports', 'create', 'export', '--help'],
    ['rails', 'inspect', '--help'],
    ['rails', 'check', '--help'],
    ['rails', 'test-file', '--help'],
    ['trigger', '--help'],
    ['completion', 'bash'],
    ['no-such-command'],
  ])('loads commander and nothing else for %s %s', async (...args) => {
    const { loaded } = await loadedBy(...args);
    expect([...loaded].sort()).toEqual(['apps/cli', 'commander']);
  });

  it('prints its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('is the program that package.json names, and may be run', () => {
    expect(readFileSync(join(root, bin.payments), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(join(root, bin.payments)).isFile()).toBe(true);
  });

  it('marks required options, choices and defaults in the help', async () => {
    expect((await run('balance', 'credit', '--help')).stdout).toMatch(/--amount <cents> .*\(required\)/);
    expect((await run('user', 'create', '--help')).stdout).toMatch(/--role[^]*\(required\)[^]*read_only/);
    expect((await run('transfer', 'list', '--help')).stdout).toMatch(/--limit <count> .*\(default: 20\)/);
  });

  it.each([
    ['nothing', []],
    ['an unknown command', ['frobnicate']],
    ['no subcommand', ['keys']],
    ['a missing option', ['balance', 'credit', '--amount', '1']],
    ['no place for a bank', ['bank', 'simulate']],
    ['a bulk transfer without a mode', ['bulk', 'upload', 'x.csv', '--reference', 'x']],
  ])('ends with status 2 when it is given %s', async (_, args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  it('ends with status 1 when the work fails', async () => {
    const { code, stderr } = await run('client', 'list');
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm start')]);
  });
});

describe('payments completion', () => {
  let script: string;
  beforeAll(async () => {
    script = (await Program.run('cli', { args: ['completion', 'bash'], settings: {} })).stdout;
  });

  const complete = (...words: string[]) => {
    const ask = `${script}\nCOMP_WORDS=(payments ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _payments; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', ask], { encoding: 'utf8' });
    return stderr === '' ? stdout.trim().split(' ') : stderr;
  };

  it.each([
    [['enter'], ['enterprise']],
    [
      ['keys', 're'],
      ['rewrap', 'reindex'],
    ],
    [
      ['transfer', ''],
      ['list', 'show', '--help'],
    ],
    [['transfer', 'list', '--st'], ['--status']],
    [['bulk', 'up'], ['upload']],
    [
      ['reports', 'create', ''],
      ['recon', 'statement', 'export', '--help'],
    ],
    [
      ['reports', 'create', 'export', 'a'],
      ['audit', 'accounts'],
    ],
    [
      ['migrate', '--'],
      ['--dry-run', '--json', '--help'],
    ],
    [['completion', 'z'], ['zsh']],
  ])('completes %j in bash with %j', (words, completed) => {
    expect(complete(...words)).toEqual(completed);
  });

  it('gives zsh the same function, under its emulation of bash', async () => {
    const { stdout } = await Program.run('cli', { args: ['completion', 'zsh'], settings: {} });
    expect(stdout).toMatch(/^autoload -U \+X compinit bashcompinit && compinit && bashcompinit\n/);
    expect(stdout.endsWith(script)).toBe(true);
  });
});

describe('payments, beside a service', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;
  beforeAll(async () => {
    service = await startTestService();
    credentials = await service.createEnterprise({ name: 'Acme Payroll' });
    await service.createEnterprise({ name: 'Globex' });
  });
  afterAll(() => service.stop());

  const run = (...args: string[]) => runCommand(args, service.database.environment);
  const program = (...args: string[]) => Program.run('cli', { args, settings: service.database.environment });
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await run(...args, '--json');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Body;
  };

  it.each([
    // First: without a worker its tasks break an invariant after five minutes.
    ['invariants', 'check'],
    ['client', 'list'],
    ['settings'],
    ['enterprise', 'show'],
    ['transfer', 'list'],
    ['bulk', 'list'],
    ['reports', 'list'],
    ['queues', 'status'],
    ['ledger', 'verify'],
    ['reconcile'],
    ['keys', 'verify'],
    ['sandbox', 'reset'],
    ['balance', 'credit', '--amount', '100'],
  ])('takes the name of an enterprise: %s %s', async (...args) => {
    const found = await run(...args, '--enterprise', 'Acme Payroll');
    expect([found.code, found.stderr.includes('--enterprise')]).toEqual([0, false]);
  });

  // Each value of a command that is the name or id of something, once as that of nothing, beside right ones of all others.
  it('ends with status 2 for a name or id of nothing, and says what it could have been', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cli-banks-')), 'banks.json');
    writeFileSync(path, JSON.stringify(bankProfile()));
    const settings = { ...service.database.environment, BANKS_FILE: path, PROCESSOR: 'bank', SETTLEMENT_ACCOUNT: '1' };
    const rights = new Map([
      ...['id-or-name', 'id or name', 'enterprise'].map((placeholder) => [placeholder, 'Acme Payroll'] as const),
      ['file', path],
      ['--connection', 'first-bank'],
      ['--from', daysAgo(3)],
      ['--to', daysAgo(2)],
    ]);
    const wrong: unknown[] = [];
    let walked = 0;
    for (const command of everyCommand(paymentsProgram()).filter((each) => !SERVES.has(nameOf(each)))) {
      for (const taken of takenBy(command).filter(namesSomething(command))) {
        const nothing = kindOf(taken)!.right === 'x' ? 'nothing-has-this.csv' : NOTHING[placeholderOf(taken)]!;
        const enterprise = command.options.find(({ long }) => long === '--enterprise');
        const isOpen = enterprise !== undefined && enterprise !== taken && !enterprise.mandatory;
        const args = argumentsOf(command, taken, { value: nothing, rights });
        if (isOpen) args.push('--enterprise', 'Acme Payroll');
        if (!isOption(taken) || MORE_OPTIONS.has(nameOf(command))) args.push(...(MORE[nameOf(command)] ?? []));
        const { code, stdout, stderr } = await runCommand(args, settings);
        walked += 1;
        const isSaid = stderr.includes(nothing) || /^--company|has (this|the) id|_id\)|unknown_/.test(stderr);
        const isOneLine = stderr.trim().split('\n').length === 1;
        if (code !== 2 || stdout !== '' || !isSaid || !isOneLine) wrong.push([args.join(' '), code, stdout, stderr]);
      }
    }
    expect(wrong).toEqual([]);
    expect(walked).toBeGreaterThan(50);
  });

  it('lists the names that a value could have been, where they are few', async () => {
    const unknown = async (...args: string[]) => (await run(...args)).stderr;
    expect(await unknown('settings', '--enterprise', 'Initech')).toBe(
      '--enterprise: no enterprise has the id or name "Initech"; use Acme Payroll, Globex\n',
    );
    expect(await unknown('queues', 'redrive', '--queue', 'nope')).toMatch(
      /^--queue: no queue has the name "nope"; use account-examinations, .*, webhook-recoveries\n$/,
    );
    expect((await run('queues', 'redrive', '--queue', 'bulk-end')).stdout).toBe('0 dead letters redriven\n');
  });

  it('takes the id of an enterprise in any letter case', async () => {
    for (const id of [credentials.enterprise_id, credentials.enterprise_id.toUpperCase()]) {
      expect((await program('settings', '--enterprise', id)).code).toBe(0);
    }
  });

  it('lists and shows enterprises', async () => {
    const { enterprises } = (await json('enterprise', 'list')) as { enterprises: Body[] };
    expect(enterprises.map(({ enterprise_name }) => enterprise_name).sort()).toEqual(['Acme Payroll', 'Globex']);
    const { stdout } = await run('enterprise', 'list');
    expect(stdout).toMatch(/^id +name +environment\n/);
    expect(stdout).toMatch(new RegExp(`^${credentials.enterprise_id} +Acme Payroll +sandbox$`, 'm'));
    expect(stdout).toMatch(/\n2 enterprises\n$/);
    const { enterprise } = await json('enterprise', 'show', '--enterprise', 'Acme Payroll');
    expect(enterprise).toMatchObject({
      enterprise_id: credentials.enterprise_id,
      settings: { customer_requirements: 'at_transfer' },
    });
  });

  it('ends with status 2 when one of several enterprises must be named', async () => {
    const { code, stderr } = await program('client', 'list');
    expect([code, stderr]).toEqual([
      2,
      '--enterprise: required because there are several enterprises; pass the id or name of one\n',
    ]);
  });

  it('lists and shows transfers, with account numbers masked', async () => {
    const client = await ApiClient.login(service.api, credentials);
    const number = '9876501234';
    const payee = await registerParty(client, { account: { account_number: number } });
    const made = await client.post('/deliver/transfers', aPayout(payee, { amount: 12_345 }));
    const { id } = made.body['transfer'] as { id: string };
    const of = ['--enterprise', 'Acme Payroll'];
    const { transfers } = (await json('transfer', 'list', ...of)) as { transfers: Body[] };
    expect(transfers).toMatchObject([{ id, status: 'created', amount: 12_345 }]);
    const listed = await run('transfer', 'list', ...of);
    expect(listed.stdout).toMatch(/^id +reference +status +amount /);
    expect(listed.stdout).toMatch(new RegExp(`^${id} .* created +\\$123\\.45 `, 'm'));
    expect(listed.stdout).toMatch(/\n1 transfer\n$/);
    expect(await json('transfer', 'list', '--status', 'failed', ...of)).toEqual({ transfers: [] });
    const shown = await json('transfer', 'show', id, ...of);
    expect(shown).toMatchObject({
      transfer: { id },
      accounts: [{ side: 'destination', account_number: '*****1234' }],
      statuses: [{ status: 'created' }],
    });
    const { stdout } = await run('transfer', 'show', id, ...of);
    expect(stdout).toContain('*****1234');
    for (const text of [stdout, listed.stdout, JSON.stringify(shown)]) expect(text).not.toContain(number);
    const unknown = await run('transfer', 'show', credentials.enterprise_id, ...of);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('unknown_id')]);
  });

  it('shows pending migrations without applying them', async () => {
    expect(await json('migrate', '--dry-run')).toEqual({ command: 'migrate', dry_run: true, pending: [] });
    const [last] = await service.database.query<{ name: string }>(
      `DELETE FROM public.payments_migrations WHERE id = (SELECT max(id) FROM public.payments_migrations) RETURNING name`,
    );
    expect(await json('migrate', '--dry-run')).toEqual({ command: 'migrate', dry_run: true, pending: [last!.name] });
    expect((await run('migrate', '--dry-run')).stderr).toBe(`pending: ${last!.name} (1 migration)\n`);
    await service.database.query(`INSERT INTO public.payments_migrations (timestamp, name) VALUES (0, $1)`, [
      last!.name,
    ]);
    expect(await json('migrate')).toEqual({ command: 'migrate', dry_run: false, applied: [] });
  });
});
