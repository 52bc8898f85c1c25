import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankProfile } from '@payments/testing';
import { runCommand } from '../support/command.js';
import { channelTo } from '../support/sftp/channels.js';
import { privateKey, SftpTestServer } from '../support/sftp/sftp-test-server.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src');

type Json = Record<string, unknown>;

const HASTY = { connect_timeout_seconds: 1, idle_timeout_seconds: 1 };
const inbound = [{ directory: '/outbound' }];

describe('payments rails check', () => {
  let folder: string;
  let server: SftpTestServer;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rails-check-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    server = await SftpTestServer.start();
    for (const path of ['/inbound', '/outbound']) server.nodes.set(path, { kind: 'directory' });
  });
  afterEach(() => server.stop());

  const run = async (profile: Json, ...options: string[]) => {
    const path = join(folder, 'banks.json');
    writeFileSync(path, JSON.stringify(profile), { mode: 0o600 });
    return runCommand(['rails', 'check', ...options], { BANKS_FILE: path, CLIENT_KEY: server.clientKey });
  };
  const overSftp = (changes: Json = {}, others: Json = {}) =>
    bankProfile({
      channel: { ...channelTo(server), ...HASTY, connect_timeout_seconds: 60, ...changes },
      inbound,
      ...others,
    });

  it('shows each step of a sound connection with its time', async () => {
    server.nodes.set('/outbound/a.ach', { kind: 'file', bytes: Buffer.from('1') });
    const { code, stdout } = await run(overSftp(), '--write');
    const steps = stdout.split('\n').map((line) => line.replace(/ +\d+ ms/, '').replace(/ +/g, ' '));
    expect(steps).toEqual([
      'first-bank',
      expect.stringMatching(/^✔ resolve 127\.0\.0\.1$/),
      expect.stringMatching(/^✔ connect port \d+$/),
      expect.stringMatching(/^✔ host_key ecdsa-sha2-nistp256 SHA256:/),
      '✔ log_in acme',
      '✔ start_sftp',
      '✔ list /inbound: 0 files',
      '✔ list /outbound: 1 file',
      expect.stringMatching(/^✔ write \/inbound\/\.probe-[0-9a-f]{8}$/),
      expect.stringMatching(/^✔ rename \/inbound\/\.probe-[0-9a-f]{8}-renamed$/),
      expect.stringMatching(/^✔ remove \/inbound\/\.probe-[0-9a-f]{8}-renamed$/),
      '',
    ]);
    expect(code).toBe(0);
    expect([...server.nodes.keys()].filter((path) => path.includes('probe'))).toEqual([]);
  });

  it('changes nothing without --write', async () => {
    expect((await run(overSftp())).code).toBe(0);
    expect(server.requests.filter((request) => /OPEN$|WRITE|RENAME|REMOVE/.test(request))).toEqual([]);
  });

  it('checks a directory, and writes where files are staged', async () => {
    const root = join(folder, 'spool');
    for (const name of ['', 'inbound', 'outbound', 'staging']) mkdirSync(join(root, name));
    const outbound = {
      directory: '/inbound',
      name: '{sequence}',
      upload: 'move_directory',
      staging_directory: '/staging',
    };
    const profile = bankProfile({ channel: { kind: 'directory', root }, outbound, inbound });
    const { code, stdout } = await run(profile, '--write', '--json');
    const { connections } = JSON.parse(stdout) as {
      connections: { ok: boolean; steps: { step: string; text: string }[] }[];
    };
    expect([code, connections[0]!.ok]).toEqual([0, true]);
    expect(connections[0]!.steps.map(({ step }) => step)).toEqual([
      ...['connect', 'list', 'list', 'list', 'write', 'rename', 'remove'],
    ]);
    expect(connections[0]!.steps[4]!.text).toMatch(/^\/staging\/\.probe/);
  });

  /** Each plants one fault in a sound connection, and says how the one line about it begins. */
  const faults: readonly (readonly [string, () => Json | Promise<Json>, RegExp])[] = [
    [
      'a host name without an address',
      () => overSftp({ host: 'nowhere.invalid', allowed_addresses: [] }),
      /^✖ resolve .* dns: nowhere.invalid has no address/,
    ],
    [
      'an address that is not allowed',
      () => overSftp({ allowed_addresses: ['203.0.113.0/24'] }),
      /^✖ resolve .* dns: 127.0.0.1 leads to an address that is not in allowed_addresses/,
    ],
    ['a closed port', () => overSftp({ port: 1 }), /^✖ connect .* tcp: port 1 cannot be reached \(ECONNREFUSED\)/],
    [
      'a server of something else',
      () => overSftp({ port: web.port }),
      /^✖ host_key .* broken: the server broke the connection or is no SSH server/,
    ],
    [
      'a server that is silent',
      () => ((server.onLogIn = () => undefined), overSftp({ connect_timeout_seconds: 1 })),
      /^✖ log_in .* broken: no answer within 1 s/,
    ],
    [
      'another host key',
      () => overSftp({ host_keys: [`SHA256:${'A'.repeat(43)}`] }),
      /^✖ host_key .* host_key: the server has the key SHA256:.* nothing was sent/,
    ],
    [
      'a login that is refused',
      () => ((server.onLogIn = (context) => context.reject()), overSftp()),
      /^✖ log_in .* auth: the server refuses the login of acme/,
    ],
    [
      'a private key that is missing',
      () => overSftp({ private_key: { file: '/nowhere/key' } }),
      /^✖ log_in .* auth: channel.private_key: its file cannot be read \(ENOENT\)/,
    ],
    [
      'a wrong passphrase',
      () => overSftp({ private_key: { file: lockedKey() }, passphrase: { env: 'CLIENT_KEY' } }),
      /^✖ log_in .* auth: channel.private_key: cannot be used/,
    ],
    [
      'a login without SFTP',
      () => ((server.offersSftp = false), overSftp()),
      /^✖ start_sftp .* broken: the server offers no SFTP/,
    ],
    [
      'a directory that does not exist',
      () => (server.nodes.delete('/outbound'), overSftp()),
      /^✖ list .* path: \/outbound does not exist/,
    ],
    [
      'a directory without rights',
      () => (refuse('OPENDIR', 3), overSftp()),
      /^✖ list .* path: \/inbound is not permitted/,
    ],
    [
      'no room',
      () => (refuse('OPEN', 4), overSftp()),
      /^✖ write .* quota: \/inbound\/\.probe-\w+ is refused by the server, most likely for lack of room/,
    ],
    [
      'renames that are forbidden',
      () => (refuse('RENAME', 8), overSftp()),
      /^✖ rename .* path: \/inbound\/\.probe-\w+ is not supported/,
    ],
    [
      'a server that stops to answer',
      () => ((server.misbehave = ({ request }) => request === 'WRITE' || request === 'CLOSE'), overSftp()),
      /^✖ list .* broken: the server did not answer within 1 s/,
    ],
    [
      'a directory that is missing on this machine',
      () => bankProfile({ channel: { kind: 'directory', root: '/nowhere' } }),
      /^✖ connect .* path: \/nowhere: ENOENT/,
    ],
  ];

  const web = { port: 0 };
  const httpServer = createServer();
  beforeAll(async () => {
    await new Promise<void>((resolve) => void httpServer.listen(0, '127.0.0.1', resolve));
    web.port = (httpServer.address() as AddressInfo).port;
  });
  afterAll(() => {
    httpServer.closeAllConnections();
    httpServer.close();
  });

  const lockedKey = () => {
    const path = join(folder, 'locked');
    writeFileSync(path, privateKey('right'), { mode: 0o600 });
    return path;
  };
  const refuse = (wanted: string, status: number) => {
    server.misbehave = ({ request, reqid, sftp }) => {
      if (request !== wanted) return false;
      sftp.status(reqid, status);
      return true;
    };
  };

  it.each(faults)('names in one line: %s', async (_, plant, line) => {
    const { code, stdout, stderr } = await run(await plant(), '--write');
    const failed = stdout.split('\n').filter((text) => text.startsWith('✖'));
    expect([code, stderr, failed]).toEqual([1, '', [expect.stringMatching(line)]]);
    expect(stdout.trimEnd().endsWith(failed[0]!)).toBe(true);
    expect(failed[0]).toMatch(/; |ENOENT/);
  });

  it('removes the probe when a step of it is refused', async () => {
    refuse('RENAME', 8);
    expect((await run(overSftp(), '--write')).code).toBe(1);
    expect([...server.nodes.keys()].filter((path) => path.includes('probe'))).toEqual([]);
  });

  it('refuses a profile with its faults, one line each, without a connection', async () => {
    const { code, stdout, stderr } = await run(overSftp({ port: 0, hosts: 1 }));
    expect([code, stdout, stderr.trim().split('\n')]).toEqual([
      ...[1, ''],
      [
        expect.stringContaining('connections[0].channel.port:'),
        expect.stringContaining('connections[0].channel.hosts:'),
      ],
    ]);
    expect(server.requests).toEqual([]);
  });

  it('refuses a profile that others can read, an unset BANKS_FILE, and an unknown connection', async () => {
    const open = join(folder, 'open.json');
    writeFileSync(open, JSON.stringify(overSftp()));
    chmodSync(open, 0o644);
    chmodSync(folder, 0o755);
    const stderr = async (args: string[], settings: Record<string, string>) =>
      (await runCommand(args, settings)).stderr;
    expect(await stderr(['rails', 'check'], { BANKS_FILE: open })).toContain('BANKS_FILE: is open to other users');
    expect(await stderr(['rails', 'check'], {})).toContain('BANKS_FILE: is not set');
    expect((await run(overSftp(), '--connection', 'other')).stderr).toContain('no connection has the name "other"');
  });
});
