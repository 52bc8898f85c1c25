import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bankProfile, eventually } from '@payments/testing';
import { Faults } from '../../apps/bank/src/faults/faults.js';
import { parseBankSettings } from '../../apps/bank/src/settings/bank-settings.js';
import { SimulatedBank } from '../../apps/bank/src/simulated-bank.js';
import type { CertificationReport, ReportedFile } from '../../apps/cli/src/support/rails/certification-report.js';
import type { Pgp } from '../../libs/rails/src/domain/connection.js';
import { PgpEnvelopes } from '../../libs/rails/src/infrastructure/pgp/pgp-envelopes.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { Program } from '../support/e2e/program.js';
import { generatePgpKey } from '../support/rails/pgp-keys.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src/application/certification', 'libs/rails/src/domain', 'apps/bank/src', 'apps/cli/src');

type Json = Record<string, unknown>;

const DIRECTORIES = { outbound: { directory: '/inbound', name: '{origin}_{date}_{time}_{modifier}.ach' } };
const REPORT = { kind: 'report', within_minutes: 60, patterns: REPORT_PATTERNS };
const BETWEEN_BANKS = {
  rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'iso', fednow: 'iso' },
  iso: { profile: 'pacs.008.001.08', participant: { routing_number: '091000019' } },
};
const COMPANY = {
  rails: { ach: 'ach', same_day_ach: 'off', rtp: 'iso', fednow: 'off' },
  iso: { profile: 'pain.001.001.09', max_transactions_per_message: 2 },
  ach: { offset: 'balanced_batch', separate_files: 'both', line_ending: 'crlf', addenda: 'descriptor' },
};

describe('payments rails certify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certify-'));
  let bank: SimulatedBank | undefined;
  let root: string;
  let out: string;
  let variables: Record<string, string> = {};
  beforeEach(() => {
    root = mkdtempSync(join(folder, 'bank-'));
    out = join(root, 'certification');
  });
  afterEach(() => bank?.stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  const openBank = async (settings: Json = {}) => {
    bank = new SimulatedBank({
      ...{ directory: root, daySeconds: 0.1, stableMs: 0, faults: Faults.none() },
      settings: parseBankSettings(JSON.stringify(settings), 'settings'),
    });
    await bank.start();
  };
  const certify = async (changes: Json, ...args: string[]) => {
    const path = join(root, 'banks.json');
    const profile = { ...DIRECTORIES, acknowledgment: REPORT, channel: { kind: 'directory', root }, ...changes };
    writeFileSync(path, JSON.stringify(bankProfile(profile)), { mode: 0o600 });
    const settings = { ...variables, BANKS_FILE: path, SETTLEMENT_ACCOUNT: '1000200030' };
    return Program.run('cli', { args: ['rails', 'certify', 'first-bank', '--out', out, ...args], settings });
  };
  const report = () => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as CertificationReport;
  const page = () => readFileSync(join(out, 'report.html'), 'utf8');
  const states = ({ files, responses }: CertificationReport) =>
    new Set([...files.flatMap((file) => file.responses), ...responses].map(({ state }) => state));
  const broken = ({ files }: CertificationReport) => files.flatMap(({ problems }) => problems);
  const kinds = (files: readonly ReportedFile[]) =>
    new Set(files.map(({ rail, definition }) => `${rail} ${definition ?? 'file'}`));

  it('makes every kind of a participant, and is finished by what the bank sends back', async () => {
    await openBank();
    expect(await certify(BETWEEN_BANKS, '--send')).toMatchObject({ code: 0, stderr: '' });
    const made = report();
    expect(kinds(made.files)).toEqual(
      new Set([
        ...['ach file', 'same_day_ach file', 'rtp pacs.008.001.08', 'rtp pacs.028.001.03'],
        ...['fednow pacs.008.001.08', 'fednow pacs.028.001.03', 'fednow camt.056.001.08'],
      ]),
    );
    expect([broken(made), states(made)]).toEqual([[], new Set(['expected'])]);
    // The status of the payment tells by what RTP knows it, so its recall is made then.
    await eventually('RTP is asked for a payment', async () => {
      await certify(BETWEEN_BANKS, '--responses', '--send');
      return kinds(report().files).has('rtp camt.056.001.08');
    });
    await eventually('all answers came', async () => (await certify(BETWEEN_BANKS, '--responses')).code === 0);
    expect(states(report())).toEqual(new Set(['met']));
    expect(page()).toContain(`${report().files.length} of ${report().files.length} files pass all rules`);
    expect(bank!.books.lines.length).toBeGreaterThan(0);
  });

  it('says in the report what a bank reads: each file, its sums, every rule with its source, and what must come', async () => {
    await certify(BETWEEN_BANKS);
    const html = page();
    for (const { name, what, rules, responses, sha256 } of report().files) {
      for (const text of [name, what, sha256!, ...responses.map((each) => each.what)]) expect(html).toContain(text);
      for (const { rule, source } of rules) {
        expect(source).toMatch(/\w{3}/);
        expect(html).toContain(`<code>${rule}</code>`);
      }
    }
    expect(html).toContain('Appendix Three: ACH Record Format Specifications');
    expect(html).toContain('edition of 2024-08-06');
    expect(html).not.toMatch(/<script|<link|https?:/);
    expect(html).not.toContain('1000200030');
    // Nothing goes to the bank unless it is asked for.
    expect(readdirSync(root).sort()).toEqual(['banks.json', 'certification']);
  });

  it.each(['report', 'fedach', 'pain.002', 'moved'])(
    'ticks off the acknowledgments of a bank of the kind %s',
    async (kind) => {
      await openBank({ acknowledgment: kind });
      const changes: Json = {
        ...COMPANY,
        acknowledgment: {
          report: REPORT,
          fedach: { kind },
          'pain.002': { kind, message_id: '{file_name}' },
          moved: { kind, accepted_directory: '/processed', refused_directory: '/failed' },
        }[kind],
      };
      expect(await certify(changes, '--send')).toMatchObject({ code: 0, stderr: '' });
      expect(kinds(report().files)).toEqual(new Set(['ach file', 'rtp pain.001.001.09']));
      await eventually('all answers came', async () => (await certify(changes, '--responses')).code === 0);
    },
  );

  it('reads answers that the bank sent another way, and names those that are missing', async () => {
    await openBank();
    await certify(COMPANY, '--send');
    await eventually('the files are acknowledged', () => {
      const { length } = readdirSync(join(root, 'outbound')).filter((name) => name.startsWith('acknowledgment'));
      return Promise.resolve(length === report().files.filter(({ definition }) => definition === null).length);
    });
    const mailed = mkdtempSync(join(root, 'mailed-'));
    for (const name of readdirSync(join(root, 'outbound')).filter((each) => each.startsWith('acknowledgment')))
      writeFileSync(join(mailed, name), readFileSync(join(root, 'outbound', name)));
    writeFileSync(join(mailed, 'note.bin'), Buffer.from([0, 1, 2]));
    const { code, stdout } = await certify(COMPANY, '--responses', '--from', mailed);
    expect([code, states(report())]).toEqual([1, new Set(['met', 'missing'])]);
    expect(stdout).toMatch(/☐ entry 09100001\d{7} is returned, with any return code/);
    expect(report().unread).toEqual([{ file: 'note.bin', why: 'it is no file that a bank sends' }]);
  });

  it('sends files encrypted, and reads encrypted answers, where the bank wants it so', async () => {
    const [own, other] = [await generatePgpKey('ours'), await generatePgpKey('the bank')];
    const keys = { OWN_PRIVATE: own.privateKey, OWN_PUBLIC: own.publicKey, BANK_PRIVATE: other.privateKey };
    variables = { ...keys, BANK_PUBLIC: other.publicKey };
    const pgp = (ours: string, theirs: string): Pgp => ({
      ...{ bank_keys: [{ env: `${theirs}_PUBLIC` }], own_key: { env: `${ours}_PRIVATE` }, passphrase: null },
      ...{ sign: true, armor: false, inbound: 'signed' },
    });
    for (const name of ['inbound', 'outbound']) mkdirSync(join(root, name));
    const changes = { pgp: pgp('OWN', 'BANK') };
    expect(await certify(changes, '--send')).toMatchObject({ code: 0 });
    const envelopes = new PgpEnvelopes({ variables });
    const { name, responses } = report().files[0]!;
    const sent = readFileSync(join(root, 'inbound', name));
    const read = await buffer(envelopes.open(pgp('BANK', 'OWN'), [sent], envelopes.formOf(sent)!));
    expect(read).toEqual(readFileSync(join(out, name)));
    const answer = await buffer(envelopes.close(pgp('BANK', 'OWN'), [Buffer.from(`FILE ${name} ACCEPTED\n`)]));
    writeFileSync(join(root, 'outbound', 'ack.txt.pgp'), answer);
    await certify(changes, '--responses');
    expect(report().files[0]!.responses).toEqual([
      { what: responses[0]!.what, state: 'met', said: 'ACCEPTED', from: 'ack.txt.pgp' },
    ]);
  });

  it('is refused where the bank refuses a file', async () => {
    await openBank({ customers: [{ immediate_origin: '9999999999', company_ids: ['1'] }] });
    await certify({}, '--send');
    await eventually('the refusals came', async () => {
      await certify({}, '--responses');
      return report().files.every(({ responses }) => responses[0]!.state === 'refused');
    });
  });

  it('names the rule that a changed file breaks, and never sends it', async () => {
    await certify({});
    const { name } = report().files[0]!;
    const path = join(out, name);
    writeFileSync(path, readFileSync(path, 'latin1').replace('0000000111', '0000000999'), 'latin1');
    const { code, stdout } = await certify({}, '--send');
    expect(code).toBe(1);
    expect(stdout).toMatch(/file: the file is not as it was made/);
    expect(broken(report()).map(({ rule }) => rule)).toEqual([
      ...['file', 'batch_credits', 'file_credits'].map((rule) => expect.stringMatching(rule) as string),
    ]);
    expect(page()).toContain('Specifications for Data Acceptance by ACH Operators');
    expect(report().files.every(({ sent_at }) => sent_at === null)).toBe(true);
  });

  it.each([
    {
      of: 'a profile that lets no test entry out',
      changes: { limits: { entry_cents: 100 } },
      code: 1,
      text: /rejected with AM14/,
    },
    {
      of: 'a bank that cannot be reached',
      changes: { channel: { kind: 'directory', root: '/nowhere' } },
      args: ['--send'],
      code: 1,
      text: /path/,
    },
    {
      of: 'a connection that leaves everything to a connector',
      changes: { rails: { ach: 'connector', same_day_ach: 'off', rtp: 'off', fednow: 'off' }, windows: [] },
      code: 1,
      text: /sends no files and no messages of its own/,
    },
    { of: 'answers to nothing', args: ['--responses'], code: 2, text: /has no certification/ },
    {
      of: 'the bank of payees',
      args: ['--receiver', '123456789'],
      code: 2,
      text: /--receiver: must be a routing number/,
    },
  ])('says what is wrong with $of', async ({ changes = {}, args = [], code, text }) => {
    const ending = await certify(changes, ...args);
    expect(ending).toMatchObject({ code, stderr: expect.stringMatching(text) as string });
  });

  it('lists the connections that there are for a name that none has', async () => {
    await certify({});
    const settings = { BANKS_FILE: join(root, 'banks.json'), SETTLEMENT_ACCOUNT: '1' };
    const ending = await Program.run('cli', { args: ['rails', 'certify', 'second-bank', '--out', out], settings });
    expect(ending).toMatchObject({ code: 2, stderr: expect.stringMatching(/"second-bank"; use first-bank/) as string });
  });
});
