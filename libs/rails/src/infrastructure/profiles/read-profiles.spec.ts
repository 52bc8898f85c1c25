import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ConfigError } from '@payments/config';
import { bankCompany, bankConnection, bankProfile, countOf, ENTERPRISE } from '@payments/testing';
import { parseProfiles, readProfiles } from './read-profiles.js';

type Json = Record<string, unknown>;

const parse = (profile: unknown) => parseProfiles(JSON.stringify(profile));
const faultsOf = (work: () => unknown): string[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
};
const faults = (changes: Json) => faultsOf(() => parse(bankProfile(changes)));
const changed = (key: string, changes: Json) => ({ [key]: { ...(bankConnection()[key] as Json), ...changes } });

const sftp = {
  ...{ kind: 'sftp', host: 'sftp.bank.example', username: 'acme', private_key: { file: '/run/secrets/key' } },
  host_keys: [`SHA256:${'A'.repeat(43)}`],
};
const window = (changes: Json = {}) => ({
  ...{ rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00', ...changes },
});
const reportPattern = (name: string) => ({ name, scope: 'file', accepted: ['OK'], refused: ['NO'] });
const nextDay = { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' };

describe('BANKS_FILE', () => {
  it('is read with the defaults of every section', () => {
    const [connection] = parse(bankProfile());
    expect(connection).toMatchObject({
      name: 'first-bank',
      ach: { offset: 'unbalanced', line_ending: 'lf', pad_blocks: true, trace_first: 1 },
      timing: { lead_minutes: 15, upload_margin_minutes: 5, settlement_grace_minutes: 60 },
      hours: { opens: '00:00', closes: '23:59' },
      limits: { entry_cents: 100_000_000, day_debit_cents: null },
      release: { mode: 'automatic', first_files_manual: 3, four_eyes: false },
      outbound: { upload: 'rename', temporary: '{name}.part', verify: 'size' },
      inbound: [{ match: ['*'], ignore: ['*.tmp', '*.part', '.*'], after: 'keep', stable_seconds: 10, accept: [] }],
      acknowledgment: { kind: 'none', within_minutes: 120 },
      statements: { posting: 'per_batch', reconcile_after_minutes: 30, codes: {} },
      settle_on: 'presumed',
      pgp: null,
    });
  });

  it('gives a code of notices one meaning', () => {
    const notices = ['signed_off', 'signed_on'].map((means) => ({ code: 'X', means }));
    expect(faults({ iso: { notices } })).toEqual([
      'BANKS_FILE: connections[0].iso.notices[1].code: is listed twice; keep one meaning',
    ]);
  });

  it('has an example that is sound', () => {
    const example = readFileSync(join(__dirname, '../../../../../deploy/banks.example.json'), 'utf8');
    expect(parseProfiles(example)).toHaveLength(1);
  });

  it('is read with an SFTP channel and the defaults of it', () => {
    const [connection] = parse(bankProfile({ channel: sftp }));
    expect(connection!.channel).toMatchObject({
      ...{ port: 22, algorithms: 'modern', connect_timeout_seconds: 15, idle_timeout_seconds: 60, connections: 1 },
      ...{ passphrase: null, password: null, allowed_addresses: [] },
    });
  });

  it.each<[string, Json, string]>([
    ['an unknown key', { nmae: 'x' }, 'nmae: is no key of a profile; remove it'],
    ['an unknown key of a section', changed('odfi', { city: 'x' }), 'odfi.city: is no key of a profile; remove it'],
    ['a missing section', { odfi: undefined }, 'odfi: is missing; set it to an object'],
    ['a missing key', changed('odfi', { name: undefined }), 'odfi.name: is missing; set it to 1 to 23 printable'],
    ['a name with capitals', { name: 'Bank' }, 'name: is not valid; set it to 1 to 30 lower-case'],
    [
      'a wrong check digit',
      changed('odfi', { routing_number: '091000018' }),
      'odfi.routing_number: is not valid; set it to a routing number',
    ],
    [
      'a destination with a wrong check digit',
      changed('header', { immediate_destination: '091000018' }),
      'header.immediate_destination: is not valid',
    ],
    [
      'a secret in the profile',
      changed('settlement_account', { account_number: '123456789' }),
      'settlement_account.account_number: is a secret written into the profile; move it to a file or a variable',
    ],
    [
      'a private key in the profile',
      { channel: { ...sftp, private_key: '-----BEGIN' } },
      'channel.private_key: is a secret written into the profile',
    ],
    [
      'two companies with one enterprise',
      { companies: [bankCompany(), bankCompany({ enterprise_id: ENTERPRISE.toUpperCase() })] },
      'companies[1].enterprise_id: is in another company of this connection; keep one',
    ],
    [
      'persons with CCD',
      { companies: [bankCompany({ sec: { ...(bankCompany()['sec'] as Json), person_debit: 'CCD' } })] },
      'companies[0].sec.person_debit: is for companies only; use PPD, or WEB',
    ],
    [
      'businesses with WEB',
      { companies: [bankCompany({ sec: { ...(bankCompany()['sec'] as Json), business_debit: 'WEB' } })] },
      'companies[0].sec.business_debit: is for persons only; use CCD',
    ],
    [
      'a reserved description',
      { companies: [bankCompany({ entry_descriptions: { credit: 'Reversal', debit: 'PURCHASE' } })] },
      'companies[0].entry_descriptions.credit: has a special meaning to ACH operators',
    ],
    [
      'a company name of 17 characters',
      { companies: [bankCompany({ company_name: 'A'.repeat(17) })] },
      'companies[0].company_name: is not valid',
    ],
    [
      'a company name of zeros',
      { companies: [bankCompany({ company_name: '0 00' })] },
      'companies[0].company_name: is not valid; set it to 1 to 16 printable ASCII characters, not only zeros',
    ],
    [
      'an entry description of zeros',
      { companies: [bankCompany({ entry_descriptions: { credit: '000', debit: 'PURCHASE' } })] },
      'companies[0].entry_descriptions.credit: is not valid; set it to 1 to 10 printable ASCII characters, not only zeros',
    ],
    ['no company', { companies: [] }, 'companies: is not valid; set it to a list of 1 to 1000'],
    [
      'a rail on the wrong carrier',
      changed('rails', { rtp: 'ach' }),
      'rails.rtp: is not valid; set it to iso, connector or off',
    ],
    [
      'a template that is not unique',
      changed('outbound', { name: 'acme.ach' }),
      'outbound.name: is not unique; add {sequence}',
    ],
    [
      'the company id in names of files of several companies',
      {
        ...changed('outbound', { name: '{company_id}_{sequence}.ach' }),
        companies: [
          bankCompany(),
          bankCompany({ enterprise_id: '0198f2d0-6c1e-7c1b-8a57-000000000001', company_id: '1234567891' }),
        ],
      },
      'outbound.name: uses {company_id}, but a file holds entries of companies with different ids; use {origin}',
    ],
    [
      'a temporary name that is final',
      changed('outbound', { temporary: '{name}' }),
      'outbound.temporary: is the name of the file',
    ],
    [
      'a move without a directory',
      changed('outbound', { upload: 'move_directory' }),
      'outbound.staging_directory: is missing',
    ],
    [
      'a step upward',
      changed('outbound', { directory: '/a/../b' }),
      'outbound.directory: is not valid; set it to a directory',
    ],
    [
      'a window after the deadline of FedACH',
      { windows: [window({ cutoff: '10:16' }), nextDay] },
      'windows[0].cutoff: is later than 15 minutes before the deadline of FedACH',
    ],
    [
      'a same-day window for tomorrow',
      { windows: [window({ effective_in_banking_days: 1 }), nextDay] },
      'windows[0].effective_in_banking_days: is later',
    ],
    [
      'a settlement that does not exist',
      { windows: [window({ settles: '13:30' }), nextDay] },
      'windows[0].settles: is no settlement of same_day_ach; use 13:00 or 17:00 or 18:00',
    ],
    [
      'windows in no order',
      { windows: [window(), window(), nextDay] },
      'windows[1].cutoff: is not later than that of the window before it',
    ],
    ['no window of a rail', { windows: [nextDay] }, 'windows: has no window of same_day_ach; add one'],
    [
      'a time that does not exist',
      { windows: [window({ cutoff: '24:00' }), nextDay] },
      'windows[0].cutoff: is not valid',
    ],
    [
      'an upload after the window',
      { timing: { lead_minutes: 5, upload_margin_minutes: 5 } },
      'timing.upload_margin_minutes: leaves no time',
    ],
    [
      'a bank that closes before it opens',
      { hours: { opens: '18:00', closes: '08:00' } },
      'hours.closes: is not later than opens',
    ],
    [
      'a limit below the largest entry',
      { limits: { file_debit_cents: 1 } },
      'limits.file_debit_cents: is less than entry_cents',
    ],
    [
      'an amount with a fraction',
      { limits: { entry_cents: 1.5 } },
      'limits.entry_cents: is not valid; set it to a whole number',
    ],
    ['a number as text', { channel: { ...sftp, port: '22' } }, 'channel.port: is not valid; set it to a whole number'],
    [
      'no host key',
      { channel: { ...sftp, host_keys: [] } },
      'channel.host_keys: is not valid; set it to a list of 1 to 10',
    ],
    [
      'a host key that is no fingerprint',
      { channel: { ...sftp, host_keys: ['MD5:00'] } },
      'channel.host_keys[0]: is not valid; set it to a fingerprint',
    ],
    [
      'an address that is no network',
      { channel: { ...sftp, allowed_addresses: ['203.0.113.0/33'] } },
      'channel.allowed_addresses[0]: is not valid',
    ],
    [
      'no credentials',
      { channel: { ...sftp, private_key: undefined } },
      'channel.private_key: is missing; set private_key or password',
    ],
    ['a channel of no kind', { channel: { kind: 'ftp' } }, 'channel.kind: is not valid; set it to sftp or directory'],
    ['no channel', { channel: undefined }, 'channel: is missing; set it to an object with a kind'],
    [
      'a waiver that does not exist',
      { inbound: [{ directory: '/o', accept: ['total_debit'] }] },
      'inbound[0].accept[0]: is not valid',
    ],
    [
      'a move to the same directory',
      { inbound: [{ directory: '/o', after: 'move:/o' }] },
      'inbound[0].after: moves a file to where it is',
    ],
    [
      'an acknowledgment without its directories',
      { acknowledgment: { kind: 'moved' } },
      'acknowledgment.accepted_directory: is missing',
    ],
    [
      'a pattern that is no expression',
      { acknowledgment: { kind: 'report', patterns: [{ name: '(', scope: 'file', accepted: [], refused: [] }] } },
      'acknowledgment.patterns[0].name: is not valid',
    ],
    [
      'acknowledgments of an unknown kind',
      { acknowledgment: { kind: 'mail' } },
      'acknowledgment.kind: is not valid; set it to none, moved, pain.002, fedach or report',
    ],
    [
      'status reports that can name no file',
      {
        acknowledgment: { kind: 'pain.002' },
        outbound: { directory: '/inbound', name: `{sequence}${'x'.repeat(30)}` },
      },
      'acknowledgment.message_id: can exceed the 35 characters of a message id; shorten outbound.name, or use',
    ],
    [
      'status reports in files that nobody reads',
      { acknowledgment: { kind: 'pain.002', message_id: '{date6}{modifier}' }, inbound: [] },
      'acknowledgment.kind: comes in files, but no directory of inbound has the kind ack; add it to one',
    ],
    [
      'a pattern without the status of a line',
      { acknowledgment: { kind: 'report', patterns: [reportPattern('^FILE (?<file>.+)$')] } },
      'acknowledgment.patterns[0].name: has no group status, which lines of the scope file need; add (?<status>…)',
    ],
    [
      'a pattern without what a line is about',
      { acknowledgment: { kind: 'report', patterns: [{ ...reportPattern('(?<status>.+)'), scope: 'entry' }] } },
      'acknowledgment.patterns[0].name: has no group trace, which lines of the scope entry need; add (?<trace>…)',
    ],
    [
      'acknowledgments in files that nobody reads',
      { acknowledgment: { kind: 'fedach' }, inbound: [{ directory: '/outbound', kinds: ['return'] }] },
      'acknowledgment.kind: comes in files, but no directory of inbound has the kind ack; add it to one',
    ],
    [
      'maintenance that ends before it begins',
      { maintenance: [{ rail: 'rtp', day: 'sunday', from: '23:00', to: '01:00' }] },
      'maintenance[0].to: is not later than from; split it at midnight',
    ],
    [
      'maintenance on no day',
      { maintenance: [{ rail: 'rtp', day: 'Sunday', from: '01:00', to: '24:00' }] },
      'maintenance[0].day: is not valid; set it to daily, a day of the week',
    ],
    [
      'payments between banks without the address of the payer',
      {
        ...{
          companies: [bankCompany({ address: null })],
          rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'off', fednow: 'iso' },
        },
        iso: { profile: 'pacs.008.001.08', participant: { routing_number: '091000019' } },
      },
      'companies[0].address: is missing; pacs.008 names the address of the payer',
    ],
    ['encryption without a key of the bank', { pgp: {} }, 'pgp.bank_keys: is missing; set it to a list of 1 to 5'],
    ['signatures without a key', { pgp: { bank_keys: [{ env: 'K' }] } }, 'pgp.own_key: is missing; set it, or sign to'],
    [
      'encrypted files from the bank without a key',
      { pgp: { bank_keys: [{ env: 'K' }], sign: false, inbound: 'encrypted' } },
      'pgp.own_key: is missing; the bank encrypts to it',
    ],
    [
      'a passphrase of no key',
      { pgp: { bank_keys: [{ env: 'K' }], sign: false, passphrase: { env: 'P' } } },
      'pgp.passphrase: has no own_key; remove it, or set own_key',
    ],
    [
      'a key in the profile',
      { pgp: { bank_keys: ['-----BEGIN PGP PUBLIC KEY BLOCK-----'] } },
      'pgp.bank_keys[0]: is a secret written into the profile; move it',
    ],
  ])('is refused for %s', (_, changes, expected) => {
    const lines = faults(changes);
    expect(lines).toContainEqual(expect.stringContaining(`BANKS_FILE: connections[0].${expected}`));
  });

  it('is refused when two connections have one name, or carry one rail of an enterprise', () => {
    const lines = faultsOf(() => parse({ connections: [bankConnection(), bankConnection()] }));
    expect(lines).toEqual([
      'BANKS_FILE: connections[1].name: is the name of another connection; rename one that was never used',
      'BANKS_FILE: connections[1].companies[0].enterprise_id: has another connection for ach and same_day_ach; set these rails to off in one of the two',
    ]);
  });

  it('lets two connections share an enterprise on different rails', () => {
    const instant = bankConnection({
      name: 'other',
      rails: { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' },
    });
    expect(parse({ connections: [bankConnection(), instant] })).toHaveLength(2);
  });

  it('is refused when two connections would give messages on RTP the same ids', () => {
    const sending = (name: string, enterprise_id: string, participant: object) => {
      const base = bankConnection();
      const companies = (base['companies'] as object[]).map((company) => ({ ...company, enterprise_id }));
      const rails = { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' };
      const iso = { profile: 'pacs.008.001.08', participant: { routing_number: '091000019', ...participant } };
      return { ...base, name, companies, rails, iso };
    };
    const [one, other] = ['0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a', '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3b'] as const;
    const connections = (participant: object) => [sending('one', one, {}), sending('other', other, participant)];
    expect(faultsOf(() => parse({ connections: connections({}) }))).toEqual([
      'BANKS_FILE: connections[1].iso.participant.rtp_source: gives the ids of another connection of this participant; set another one',
    ]);
    for (const participant of [{ rtp_source: 'ACM' }, { rtp_suffix: 'B2' }])
      expect(parse({ connections: connections(participant) })).toHaveLength(2);
  });

  it('is refused with all faults at once, each in one line', () => {
    const broken = bankConnection({
      ...{ name: 'Bank', extra: 1, odfi: undefined, timing: { lead_minutes: 1, upload_margin_minutes: 1 } },
      windows: [window({ cutoff: '12:00' })],
    });
    const lines = faultsOf(() => parse({ connections: [broken, bankConnection({ pgp: 1 })], other: true }));
    expect(lines.map((line) => line.split(': ')[1])).toEqual([
      'other',
      'connections[0].extra',
      'connections[0].name',
      'connections[0].odfi',
      'connections[0].windows[0].cutoff',
      'connections[0].windows',
      'connections[0].timing.upload_margin_minutes',
      'connections[1].pgp',
    ]);
  });

  it.each([
    ['no JSON', '{', 'is not strict JSON (unexpected end at position 1); correct it'],
    ['a duplicate key', '{"connections":[],"connections":[]}', 'is not strict JSON (an object has a duplicate key)'],
    ['a comment', '{} // x', 'is not strict JSON'],
    ['no object', '[]', 'is no object; write { "connections": [ … ] }'],
    ['no connection', '{"connections":[]}', 'connections: is no list of 1 to 100'],
    ['a connection that is a text', '{"connections":["x"]}', 'connections[0]: is no object'],
  ])('is refused when it holds %s', (_, json, expected) => {
    expect(faultsOf(() => parseProfiles(json))).toEqual([expect.stringContaining(`BANKS_FILE: ${expected}`)]);
  });

  it('never repeats a value, whatever stands at any place', () => {
    const profile = bankProfile({ channel: { ...sftp } });
    const places = placesOf(profile);
    const canary = 'c4n4ry-VALUE';
    for (const place of places) {
      const copy = JSON.parse(JSON.stringify(profile)) as Json;
      put(copy, place, canary);
      for (const line of faultsOf(() => parse(copy))) {
        expect(line).not.toContain(canary);
        expect(line).toMatch(/^BANKS_FILE: \S+: is .*; .+$|^BANKS_FILE: \S+: (uses|has) .*; .+$/);
      }
    }
    expect(places.length).toBeGreaterThan(50);
  });

  it('ends with a profile or with faults, whatever JSON it is given', () => {
    const rule = fc.property(fc.constantFrom(...placesOf(bankProfile())), fc.jsonValue(), (place, value) => {
      const copy = JSON.parse(JSON.stringify(bankProfile())) as Json;
      put(copy, place, value);
      for (const line of faultsOf(() => parse(copy))) expect(line).toMatch(/^BANKS_FILE: /);
    });
    fc.assert(rule, { numRuns: countOf(500) });
  });
});

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    placesOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length === 0 ? inner : [at, ...inner];
}

function put(target: Json, place: Place, value: unknown): void {
  let inner: Record<string | number, unknown> = target;
  for (const step of place.slice(0, -1)) inner = inner[step] as Json;
  inner[place.at(-1)!] = value;
}

describe('the file of BANKS_FILE', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'banks-'));
    chmodSync(folder, 0o755);
    path = join(folder, 'banks.json');
    writeFileSync(path, JSON.stringify(bankProfile()), { mode: 0o600 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const refusal = (at = path) => faultsOf(() => readProfiles(at));

  it('is read when only its owner may', () => {
    expect(readProfiles(path)).toHaveLength(1);
  });

  it.each([0o644, 0o640, 0o606, 0o660])('is refused with mode %o in an open directory', (mode) => {
    chmodSync(path, mode);
    expect(refusal()).toEqual(['BANKS_FILE: is open to other users; run chmod 600 on it']);
  });

  it('is read with any mode in a directory of its owner alone', () => {
    chmodSync(path, 0o644);
    chmodSync(folder, 0o700);
    expect(readProfiles(path)).toHaveLength(1);
  });

  it('is judged by what a link leads to', () => {
    const secret = join(folder, 'private');
    mkdirSync(secret, { mode: 0o700 });
    symlinkSync(path, join(secret, 'link.json'));
    chmodSync(path, 0o644);
    expect(refusal(join(secret, 'link.json'))).toEqual([expect.stringContaining('open to other users')]);
  });

  it('is refused when it is a directory, a pipe, too large, absent or no UTF-8', () => {
    expect(refusal(folder)).toEqual([expect.stringContaining('is no file')]);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(refusal(join(folder, 'pipe'))).toEqual([expect.stringContaining('is no file')]);
    expect(refusal(join(folder, 'none'))).toEqual(['BANKS_FILE: cannot be read (ENOENT); check the path']);
    writeFileSync(path, ' '.repeat(1_048_577));
    expect(refusal()).toEqual([expect.stringContaining('is larger than 1 MiB')]);
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(refusal()).toEqual(['BANKS_FILE: is not UTF-8; save it as UTF-8']);
  });
});
