import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ChannelError, openRemoteFiles, type RemoteFiles, type SftpChannel } from '@payments/rails';
import { eventually } from '@payments/testing';
import { utils } from 'ssh2';
import { channelTo, environmentOf } from '../support/sftp/channels.js';
import { type Misbehavior, privateKey, sendStatus, SftpTestServer } from '../support/sftp/sftp-test-server.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src');

/** Short, so that what hangs is given up soon. */
const HASTY = { connect_timeout_seconds: 0.5, idle_timeout_seconds: 0.3 };
const LIMIT = { maxBytes: 100_000_000 };
const { STATUS_CODE } = utils.sftp;

const errorOf = async (work: Promise<unknown>): Promise<ChannelError> => {
  const error: unknown = await work.then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  if (error instanceof ChannelError) return error;
  throw error;
};
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof ChannelError ? `${error.step}: ${error.fault}` : error),
  );

async function drain(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const { length } of chunks) bytes += length;
  return bytes;
}

describe('an SFTP server that misbehaves', () => {
  let server: SftpTestServer;
  beforeEach(async () => {
    server = await SftpTestServer.start();
    server.nodes.set('/a.ach', { kind: 'file', bytes: randomBytes(200_000) });
  });
  afterEach(async () => {
    await eventually('every socket is closed', async () => server.sockets.size === 0);
    await server.stop();
  });

  const open = (changes: Partial<SftpChannel> = {}) =>
    openRemoteFiles(channelTo(server, { ...HASTY, ...changes }), { env: environmentOf(server) });
  /** A connection of which only requests are given up soon. */
  const opened = () => open({ connect_timeout_seconds: 60 });

  const calls: Readonly<Record<string, (files: RemoteFiles) => Promise<unknown>>> = {
    list: (files) => files.list('/'),
    stat: (files) => files.stat('/a.ach'),
    read: (files) => drain(files.read('/a.ach', LIMIT)),
    write: (files) => files.writeNew('/new', [randomBytes(200_000)]),
    rename: (files) => files.renameNew('/a.ach', '/b.ach'),
    remove: (files) => files.remove('/a.ach'),
  };
  const requestsOf: readonly (readonly [call: string, request: string])[] = [
    ...(['OPENDIR', 'READDIR', 'CLOSE'] as const).map((request) => ['list', request] as const),
    ['stat', 'LSTAT'],
    ...(['OPEN', 'FSTAT', 'READ'] as const).map((request) => ['read', request] as const),
    ...(['OPEN', 'WRITE', 'CLOSE'] as const).map((request) => ['write', request] as const),
    ...(['LSTAT', 'RENAME'] as const).map((request) => ['rename', request] as const),
    ['remove', 'REMOVE'],
  ];
  /** A name ends a listing, stands for no bytes, and is not told from an acknowledged write, which the caller checks. */
  const TAKEN_FOR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    READDIR: { list: 'no error' },
    READ: { read: 'read: path' },
    WRITE: { write: 'no error' },
  };
  const at =
    (wanted: string, answer: (call: Parameters<Misbehavior>[0]) => void): Misbehavior =>
    (call) => {
      if (call.request !== wanted) return false;
      answer(call);
      return true;
    };

  describe.each(requestsOf)('at %s, request %s', (call, request) => {
    const outcome = async (misbehavior: Misbehavior) => {
      const files = await opened();
      server.misbehave = misbehavior;
      const fault = await faultOf(calls[call]!(files));
      await files.close();
      return fault;
    };

    it('ends when it hangs', async () => {
      expect(await outcome(at(request, () => undefined))).toBe(`${call}: broken`);
    });

    it('ends when it drops the connection', async () => {
      expect(await outcome(at(request, ({ socket }) => socket.destroy()))).toBe(`${call}: broken`);
    });

    it('ends when it closes the session', async () => {
      expect(await outcome(at(request, ({ sftp }) => sftp.end()))).toBe(`${call}: broken`);
    });

    it('ends when it answers with a status out of nowhere', async () => {
      expect(await outcome(at(request, (received) => sendStatus(received, 99)))).toBe(`${call}: broken`);
    });

    it('takes no answer of another type for a result', async () => {
      const fault = await outcome(at(request, ({ sftp, reqid }) => sftp.name(reqid, [])));
      expect(fault).toBe(TAKEN_FOR[request]?.[call] ?? `${call}: broken`);
    });
  });

  it.each(['OPENDIR', 'OPEN'])('takes no success for a handle: %s', async (request) => {
    const files = await opened();
    server.misbehave = at(request, ({ sftp, reqid }) => sftp.status(reqid, STATUS_CODE.OK));
    expect(await faultOf(request === 'OPEN' ? calls['write']!(files) : calls['list']!(files))).toMatch(/broken$/);
    await files.close();
  });

  it('takes no handle for a rename that is done', async () => {
    const files = await opened();
    server.misbehave = at('RENAME', ({ sftp, reqid }) => sftp.handle(reqid, Buffer.from('x')));
    expect(await faultOf(files.renameNew('/a.ach', '/b.ach'))).toBe('rename: broken');
    await files.close();
  });

  it.each([-1, 1, 50_000, -150_000])('reads no file whose size is told wrong by %i bytes', async (lie) => {
    const files = await opened();
    server.sizeLie = lie;
    expect(await faultOf(drain(files.read('/a.ach', LIMIT)))).toBe('read: path');
    server.sizeLie = 0;
    expect(await drain(files.read('/a.ach', LIMIT))).toBe(200_000);
    await files.close();
  });

  it('reads no file that is told to be huge', async () => {
    const files = await opened();
    server.sizeLie = 2 ** 50;
    expect(await faultOf(drain(files.read('/a.ach', LIMIT)))).toBe('read: path');
    await files.close();
  });

  it('reads a file whose bytes come one by one', async () => {
    const files = await opened();
    const [small] = [Buffer.from('a small file')];
    server.nodes.set('/small', { kind: 'file', bytes: small });
    let sent = 0;
    server.misbehave = at('READ', ({ sftp, reqid }) => {
      if (sent < small.length) sftp.data(reqid, small.subarray(sent, ++sent));
      else sftp.status(reqid, STATUS_CODE.EOF);
    });
    expect(await drain(files.read('/small', LIMIT))).toBe(small.length);
    await files.close();
  });

  it('hands on no name that is no plain name', async () => {
    const files = await opened();
    server.extraNames = ['../etc/passwd', 'a/b', 'new\nline', '\u001b[2J', '\u009b1m', 'x'.repeat(256), '', '\u2028'];
    const { files: found, skipped } = await files.list('/');
    expect(found.map(({ name }) => name)).toEqual(['a.ach']);
    expect(skipped).toBe(server.extraNames.length);
    await files.close();
  });

  it('ends a listing that does not end', async () => {
    const files = await open({ connect_timeout_seconds: 60, idle_timeout_seconds: 60 });
    const name = (number: number) => ({ filename: `f${number}`, longname: '', attrs: { mode: 0o100644 } as never });
    const many = Array.from({ length: 1_000 }, (_, number) => name(number));
    server.misbehave = at('READDIR', ({ sftp, reqid }) => sftp.name(reqid, many));
    expect(await faultOf(files.list('/'))).toBe('list: path');
    await files.close();
  });

  it.each<[string, number, string, string]>([
    ['write', STATUS_CODE.FAILURE, 'write: quota', 'WRITE'],
    ['write', 14, 'write: quota', 'WRITE'],
    ['write', 15, 'write: quota', 'OPEN'],
    ['write', STATUS_CODE.PERMISSION_DENIED, 'write: path', 'OPEN'],
    ['rename', STATUS_CODE.FAILURE, 'rename: path', 'RENAME'],
    ['rename', STATUS_CODE.OP_UNSUPPORTED, 'rename: path', 'RENAME'],
    ['rename', 11, 'rename: exists', 'RENAME'],
    ['list', STATUS_CODE.PERMISSION_DENIED, 'list: path', 'OPENDIR'],
    ['stat', STATUS_CODE.OP_UNSUPPORTED, 'stat: path', 'LSTAT'],
    ['write', STATUS_CODE.CONNECTION_LOST, 'write: broken', 'WRITE'],
  ])('%s with status %i is %s', async (call, status, ...[fault, request]) => {
    const files = await opened();
    server.misbehave = at(request, (received) => sendStatus(received, status));
    expect(await faultOf(calls[call]!(files))).toBe(fault);
    server.misbehave = () => false;
    // A refusal leaves the connection open.
    if (!fault.endsWith('broken')) expect((await files.stat('/a.ach'))?.kind).toBe('file');
    await files.close();
  });

  it('fails what is running when it is closed', async () => {
    const files = await open({ connect_timeout_seconds: 60, idle_timeout_seconds: 60 });
    server.misbehave = at('LSTAT', () => undefined);
    const running = faultOf(files.stat('/a.ach'));
    await files.close();
    expect(await running).toBe('stat: broken');
  });

  describe('before the log-in', () => {
    it('sends nothing secret to a server with another key', async () => {
      const wrong = channelTo(server, { host_keys: [`SHA256:${'A'.repeat(43)}`] });
      const error = await errorOf(openRemoteFiles(wrong, { env: environmentOf(server) }));
      expect(error).toMatchObject({ step: 'host_key', fault: 'host_key' });
      expect(error.message).toContain(channelTo(server).host_keys[0]);
      expect(server.attempts).toEqual([]);
    });

    it('takes any of several pinned keys', async () => {
      const host_keys = [`SHA256:${'A'.repeat(43)}`, ...channelTo(server).host_keys];
      await (await open({ host_keys, connect_timeout_seconds: 60 })).close();
    });

    it('names a refused login', async () => {
      server.onLogIn = (context) => context.reject();
      expect(await faultOf(open())).toBe('log_in: auth');
      expect(server.attempts).toEqual(['publickey']);
    });

    it('logs in with a key and then a password', async () => {
      server.onLogIn = (context) => {
        if (context.method === 'publickey') context.reject(['password'], true);
        else if (context.method === 'password' && context.password === 'secret') context.accept();
        else context.reject();
      };
      const channel = channelTo(server, { password: { env: 'PASSWORD' } });
      const env = { ...environmentOf(server), PASSWORD: 'secret\n' };
      await (await openRemoteFiles(channel, { env })).close();
      expect(server.attempts.at(-1)).toBe('password');
    });

    it.each<[string, () => void, string]>([
      ['it hangs at the login', () => (server.onLogIn = () => undefined), 'log_in: broken'],
      ['it offers no SFTP', () => (server.offersSftp = false), 'start_sftp: broken'],
      ['it drops the connection', () => (server.onSocket = (socket) => socket.destroy()), 'host_key: broken'],
      [
        'it drops at the login',
        () => (server.onLogIn = () => server.sockets.forEach((socket) => socket.destroy())),
        'log_in: broken',
      ],
    ])('ends when %s', async (_, set, fault) => {
      set();
      expect(await faultOf(open())).toBe(fault);
    });

    it('ends when no algorithm is shared, and names the remedy', async () => {
      const old = await SftpTestServer.start({ algorithms: { kex: ['diffie-hellman-group14-sha1'] } });
      const reach = (algorithms: SftpChannel['algorithms']) =>
        openRemoteFiles(channelTo(old, { algorithms }), { env: environmentOf(old) });
      const error = await errorOf(reach('modern'));
      expect([`${error.step}: ${error.fault}`, error.message]).toEqual([
        'host_key: broken',
        expect.stringContaining('set algorithms to legacy'),
      ]);
      await (await reach('legacy')).close();
      await old.stop();
    });

    it.each([
      ['is missing', { private_key: { env: 'NOT_SET' } }],
      ['is no file', { private_key: { file: '/nowhere/key' } }],
      ['is no key', { private_key: { file: '/etc/hostname' } }],
      ['has another passphrase', { private_key: { env: 'LOCKED' }, passphrase: { env: 'WRONG' } }],
    ])('names a private key that %s, without a connection', async (_, changes) => {
      const env = { LOCKED: privateKey('right'), WRONG: 'wrong-phrase' };
      const error = await errorOf(openRemoteFiles(channelTo(server, changes), { env }));
      expect(error).toMatchObject({ step: 'log_in', fault: 'auth' });
      expect(error.message).not.toContain('wrong-phrase');
      expect(server.sockets.size).toBe(0);
    });
  });
});

describe('an address that leads to no SFTP server', () => {
  let listener: Server;
  const sockets = new Set<Socket>();
  let serve: (socket: Socket) => void;
  beforeEach(async () => {
    listener = createServer((socket) => {
      sockets.add(socket);
      // Only a socket that is read notices its end.
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.resume();
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
  });
  afterEach(async () => {
    await eventually('every socket is closed', async () => sockets.size === 0);
    listener.close();
  });

  const open = (changes: Partial<SftpChannel> = {}, resolve?: () => Promise<{ address: string; family: number }[]>) => {
    const { port } = listener.address() as AddressInfo;
    const channel = channelTo({ port, publicKey: Buffer.from('x') }, { ...HASTY, ...changes });
    return openRemoteFiles(channel, { env: { CLIENT_KEY: privateKey() }, ...(resolve && { resolve }) });
  };

  it.each([
    ['is silent', () => undefined],
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['sends noise', (socket: Socket) => socket.write(randomBytes(100_000))],
    ['sends its greeting forever', (socket: Socket) => flood(socket, Buffer.from('hello\r\n'.repeat(1_000)))],
    ['sends one endless line', (socket: Socket) => flood(socket, Buffer.alloc(10_000, 'a'))],
    ['sends a packet of 4 GiB', (socket: Socket) => socket.write('SSH-2.0-x\r\n\u00ff\u00ff\u00ff\u00ff', 'latin1')],
    ['hangs after its greeting', (socket: Socket) => socket.write('SSH-2.0-x\r\n')],
  ])('ends when it %s', async (_, behave) => {
    serve = behave;
    expect(await faultOf(open())).toBe('host_key: broken');
  });

  it('ends when the port is closed', async () => {
    const { port } = listener.address() as AddressInfo;
    await new Promise((resolve) => listener.close(resolve));
    const error = await errorOf(
      openRemoteFiles(channelTo({ port, publicKey: Buffer.from('x') }), { env: { CLIENT_KEY: privateKey() } }),
    );
    expect(error).toMatchObject({
      step: 'connect',
      fault: 'tcp',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('connects to the address that was checked, and to no other', async () => {
    serve = (socket) => socket.destroy();
    const local = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await faultOf(open({ host: 'bank.example' }, local))).toBe('host_key: broken');
    expect(await faultOf(open({ host: 'bank.example', allowed_addresses: ['10.0.0.0/8'] }, local))).toBe(
      'resolve: dns',
    );
  });

  it('uses no address when one of several is not allowed', async () => {
    const both = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '192.0.2.1', family: 4 },
    ];
    expect(await faultOf(open({ host: 'bank.example' }, both))).toBe('resolve: dns');
  });

  it('ends when the name has no address, or the DNS hangs', async () => {
    const none = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await faultOf(open({ host: 'bank.example' }, none))).toBe('resolve: dns');
    expect(await faultOf(open({ host: 'bank.example' }, async () => []))).toBe('resolve: dns');
    expect(await faultOf(open({ host: 'bank.example' }, () => new Promise(() => undefined)))).toBe('resolve: dns');
  });
});

function flood(socket: Socket, bytes: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}
