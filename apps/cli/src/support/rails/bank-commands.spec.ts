import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@payments/config';
import { bankCompany, bankProfile, ENTERPRISE } from '@payments/testing';
import { runCommand } from '../../../../../test/support/command.js';
import { companyFindings, encryptionFindings, modifierFindings, profileFindings } from '../doctor/bank-profiles.js';
import { untilText } from './list-windows.js';

type Json = Record<string, unknown>;

const key = `SHA256:${'A'.repeat(43)}`;
const sftp = {
  kind: 'sftp',
  host: 'sftp.bank.example',
  username: 'acme',
  private_key: { env: 'KEY' },
  host_keys: [key],
};

describe('the commands of bank profiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banks-'));
  const path = join(folder, 'banks.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const settings = { BANKS_FILE: path, SETTLEMENT_ACCOUNT: '987654321' };
  const run = (changes: Json, ...args: string[]) => {
    writeFileSync(path, JSON.stringify(bankProfile(changes)), { mode: 0o600 });
    return runCommand(['rails', ...args], settings);
  };
  const json = async (changes: Json, ...args: string[]) =>
    JSON.parse((await run(changes, ...args, '--json')).stdout) as Json;

  describe('payments rails connections', () => {
    it('shows where each connection leads and what it carries, and no secret', async () => {
      const { code, stdout } = await run({ channel: sftp }, 'connections');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^connection +bank +channel +rails +companies +next cut\n/);
      expect(stdout).toMatch(
        /^first-bank +FIRST BANK +sftp acme@sftp\.bank\.example:22 +ach same_day_ach +1 +\w+ \d+/m,
      );
      expect(await json({ channel: sftp }, 'connections')).toMatchObject({
        connections: [{ name: 'first-bank', rails: { ach: 'ach' }, companies: [{ enterprise_id: ENTERPRISE }] }],
      });
    });

    it('says that nothing is known of their work where no database is set', async () => {
      expect((await run({}, 'connections')).stdout).toContain('no database is set');
      expect(await json({}, 'connections')).toMatchObject({ connections: [{ name: 'first-bank', state: null }] });
    });

    it('shows the named one, and refuses a name that the profiles do not have', async () => {
      expect((await run({}, 'connections', '--connection', 'first-bank')).code).toBe(0);
      const { code, stderr } = await run({}, 'connections', '--connection', 'second-bank');
      expect([code, stderr]).toEqual([2, expect.stringContaining('no connection has the name "second-bank"')]);
    });
  });

  describe('payments rails windows', () => {
    it('shows the next cuts in order, each with its times', async () => {
      const { windows } = (await json({}, 'windows', '--days', '3')) as { windows: Record<string, string>[] };
      expect(windows.length).toBeGreaterThanOrEqual(4);
      const times = windows.map(({ window_at }) => Date.parse(window_at!));
      expect(times).toEqual([...times].sort((one, other) => one - other));
      for (const { window_at, upload_by, cutoff_at, settles_at } of windows) {
        const ordered = [window_at, upload_by, cutoff_at, settles_at].map((at) => Date.parse(at!));
        expect(ordered).toEqual([...ordered].sort((one, other) => one - other));
      }
      const { stdout } = await run({}, 'windows');
      expect(stdout).toMatch(/^cut +in +connection +rail +upload by +cut-off +effective +settles\n/);
      expect(stdout).toMatch(/09:45 .*first-bank +same_day_ach +09:55 +10:00/);
    });

    it('shows no window of a rail that files do not carry', async () => {
      const rails = { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' };
      expect((await run({ rails }, 'windows')).stdout).toBe('no rail is carried by files\n');
    });

    it.each(['0', '367', 'x'])('refuses %s days', async (days) => {
      expect((await run({}, 'windows', '--days', days)).code).toBe(2);
    });

    it.each([
      [0, '0 min'],
      [59 * 60_000, '59 min'],
      [3 * 3_600_000 + 12 * 60_000, '3 h 12 min'],
      [50 * 3_600_000, '2 d 2 h'],
      [-1, '0 min'],
    ])('counts %i ms down as %s', (ms, text) => {
      expect(untilText(new Date(ms), new Date(0))).toBe(text);
    });
  });

  describe('payments rails test-file', () => {
    const both = ['--credit', '231380104:1234567', '--debit', '091000019:7654321:savings'];
    const testFile = (changes: Json, ...args: string[]) =>
      run(changes, 'test-file', '--connection', 'first-bank', ...args);
    /** The batches of the file, as `rails inspect` reads them: it checks every control. */
    const inspected = async (changes: Json, ...args: string[]) => {
      const { code, stdout, stderr } = await testFile(changes, ...args);
      expect([code, stderr]).toEqual([0, expect.stringContaining('It was not uploaded')]);
      writeFileSync(join(folder, 'test.ach'), stdout);
      const read = await runCommand(['rails', 'inspect', join(folder, 'test.ach'), '--json'], {});
      const document = JSON.parse(read.stdout) as {
        sound: boolean;
        header: Json;
        batches: { header: Json; entries: Json[] }[];
      };
      expect(document.sound).toBe(true);
      return document;
    };

    it('writes one cent to and one cent from the given accounts', async () => {
      const { header, batches } = await inspected({}, ...both);
      expect(header).toMatchObject({ immediate_destination: ' 091000019', immediate_origin: '1234567890' });
      expect(batches.map(({ header: { sec, service_class } }) => [sec, service_class])).toEqual([
        ['PPD', 220],
        ['WEB', 225],
      ]);
      expect(batches.flatMap(({ entries }) => entries)).toMatchObject([
        { transaction_code: 22, amount: 1, routing_number: '231380104', trace_number: '091000010000001' },
        { transaction_code: 37, amount: 1, routing_number: '091000019', trace_number: '091000010000002' },
      ]);
    });

    it('writes prenotes without an amount', async () => {
      const { batches } = await inspected({}, ...both, '--zero');
      expect(batches.flatMap(({ entries }) => entries)).toMatchObject([
        { transaction_code: 23, amount: 0 },
        { transaction_code: 38, amount: 0 },
      ]);
    });

    it('offsets each batch against the settlement account when the bank wants balanced batches', async () => {
      const { batches } = await inspected({ ach: { offset: 'balanced_batch' } }, ...both);
      expect(
        batches.map(({ header, entries }) => [header['service_class'], entries.map((e) => e['transaction_code'])]),
      ).toEqual([
        [200, [22, 27]],
        [200, [37, 22]],
      ]);
      expect(batches[0]!.entries[1]).toMatchObject({ individual_name: 'OFFSET', account_number: '*****4321' });
    });

    it('follows the format of the profile', async () => {
      const { stdout } = await testFile(
        { ach: { line_ending: 'crlf', pad_blocks: false, trace_first: 7 } },
        ...both.slice(0, 2),
      );
      expect(
        stdout
          .split('\r\n')
          .map((line) => line.charAt(0))
          .join(''),
      ).toBe('15689');
      expect(stdout).toContain('091000010000007');
    });

    it.each([
      ['no account', []],
      ['a wrong check digit', ['--credit', '231380105:1']],
      ['no account number', ['--credit', '231380104:']],
      ['an unknown type', ['--debit', '231380104:1:loan']],
      ['an unknown company', [...both, '--company', 'x']],
    ])('refuses %s', async (_, args) => {
      const { code, stdout } = await testFile({}, ...args);
      expect([code, stdout]).toEqual([2, '']);
    });

    it('refuses both directions in one file when the bank wants them apart', async () => {
      const { code, stderr } = await testFile({ ach: { separate_files: 'direction' } }, ...both);
      expect([code, stderr]).toEqual([2, expect.stringContaining('separate files')]);
    });

    it('asks which of several companies', async () => {
      const companies = [
        bankCompany(),
        bankCompany({ enterprise_id: '0198f2d0-6c1e-7c1b-8a57-000000000001', company_id: '2' }),
      ];
      expect((await testFile({ companies }, ...both)).stderr).toContain(
        '--company: must be one of 1234567890 (ACME CORP), 2',
      );
      expect((await testFile({ companies }, ...both, '--company', '2')).stdout).toContain('2         PPD');
    });
  });

  describe('payments doctor', () => {
    const found = (changes: Json, env: Record<string, string> = { SETTLEMENT_ACCOUNT: '1', KEY: 'k' }, now?: Date) => {
      writeFileSync(path, JSON.stringify(bankProfile(changes)), { mode: 0o600 });
      return profileFindings(loadConfig({ BANKS_FILE: path }), env, now).map(
        ({ name, status, value }) => `${status} ${name}: ${value}`,
      );
    };

    it('looks at nothing without BANKS_FILE', () => {
      expect([profileFindings(loadConfig({}), {}), companyFindings(loadConfig({}), [ENTERPRISE])]).toEqual([[], []]);
    });

    it('finds sound profiles', () => {
      expect(found({})).toEqual([
        `ok bank profiles: ${path}: 1 connection`,
        'ok bank secrets: 1 secret can be read',
        expect.stringMatching(/^ok banking calendar: today is \d{4}-\d\d-\d\d in New York$/),
      ]);
    });

    it('finds faults of the file, with their remedies', () => {
      writeFileSync(path, '{}');
      expect(profileFindings(loadConfig({ BANKS_FILE: path }), {})).toEqual([
        {
          name: 'bank profiles',
          status: 'fail',
          value: path,
          remedy: expect.stringContaining('BANKS_FILE: connections:') as string,
        },
      ]);
    });

    it('finds secrets that are missing or that every user can read, and shows none', () => {
      const file = join(folder, 'key');
      writeFileSync(file, 'very-secret');
      chmodSync(file, 0o644);
      const [, secrets] = found({ channel: { ...sftp, private_key: { file } } }, {});
      expect(secrets).toBe(
        'fail bank secrets: first-bank settlement_account.account_number: its variable is not set; first-bank channel.private_key: every user can read its file',
      );
    });

    it('finds keys of encryption that cannot be used', async () => {
      found({ pgp: { bank_keys: [{ env: 'BANK_PGP' }], sign: false } });
      const config = loadConfig({ BANKS_FILE: path });
      expect(await encryptionFindings(config, {})).toEqual([
        {
          ...{ name: 'bank encryption', status: 'fail' },
          value: 'first-bank pgp.bank_keys[0]: its variable is not set',
          remedy: 'correct pgp in BANKS_FILE, or install openpgp',
        },
      ]);
      found({});
      expect(await encryptionFindings(config, {})).toEqual([]);
    });

    it('finds a clock before the calendar begins', () => {
      expect(found({}, undefined, new Date('2021-12-31T12:00:00Z'))[2]).toMatch(/^fail banking calendar/);
    });

    it('finds settings that deserve a reason', () => {
      const hints = found({
        ...{
          channel: { ...sftp, algorithms: 'legacy' },
          rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'connector', fednow: 'off' },
        },
        outbound: { directory: '/in', name: '{sequence}', upload: 'direct' },
        companies: [bankCompany({ entry_descriptions: { credit: 'PAYMENT', debit: 'RENT' } })],
      }).slice(3);
      expect(hints).toEqual([
        'fail bank profile: first-bank: a rail needs the bank connector, which is not set',
        'warn bank profile: first-bank: old algorithms are allowed',
        'warn bank profile: first-bank: any address is allowed',
        'warn bank profile: first-bank: a broken upload cannot be distinguished from a whole file',
        'warn bank profile: first-bank: WEB debits for goods need the description PURCHASE',
      ]);
    });

    it('finds windows that need more files than a day has modifiers', () => {
      const windows = Array.from({ length: 12 }, (_, at) => ({
        ...{ rail: 'same_day_ach', effective_in_banking_days: 0, settles: '18:00' },
        cutoff: `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '15'}`,
      }));
      const carried = { ach: 'off', same_day_ach: 'ach', rtp: 'off', fednow: 'off' };
      const hints = (separate_files: string) => found({ windows, rails: carried, ach: { separate_files } }).slice(3);
      expect(hints('direction')).toEqual([]);
      expect(hints('both')).toEqual([
        'warn bank profile: first-bank: its windows can need more files than a day has modifiers',
      ]);
    });

    it.each([
      [0, 'ok', 36],
      [30, 'ok', 6],
      [31, 'warn', 5],
      [36, 'fail', 0],
    ])('with %i files of today, %s: %i modifiers are left', async (used, status, left) => {
      found({});
      const asked: string[][] = [];
      const modifiersOf = (...args: string[]) => {
        asked.push(args);
        return Promise.resolve(new Set(Array.from({ length: used }, (_, at) => String(at))));
      };
      const config = loadConfig({ BANKS_FILE: path });
      const now = new Date('2026-07-16T03:00:00Z');
      expect(await modifierFindings(config, { modifiersOf }, now)).toMatchObject([
        { status, value: `left of the 36 of today: first-bank ${left}` },
      ]);
      // The day in New York.
      expect(asked).toEqual([['first-bank', '2026-07-15']]);
    });

    it('names enterprises without a company', () => {
      found({});
      const other = '0198f2d0-6c1e-7c1b-8a57-000000000001';
      const config = loadConfig({ BANKS_FILE: path });
      expect(companyFindings(config, [ENTERPRISE])).toMatchObject([{ status: 'ok' }]);
      expect(companyFindings(config, [ENTERPRISE, other])).toMatchObject([
        { status: 'warn', value: expect.stringContaining(other) as string },
      ]);
    });
  });
});
