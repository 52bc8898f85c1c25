import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelError, openRemoteFiles, type RemoteFiles } from '@payments/rails';
import { channelTo, environmentOf } from '../support/sftp/channels.js';
import { SftpTestServer } from '../support/sftp/sftp-test-server.js';
import { hasSshd, Sshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src');

const MEGABYTE = 1_048_576;
const LIMIT = { maxBytes: 64 * MEGABYTE };

/** A bank as its own side sees it. */
interface Bank {
  readonly base: string;
  open(): Promise<RemoteFiles>;
  put(name: string, bytes: Buffer): void;
  makeDirectory(name: string): void;
  makeLink(name: string): void;
  bytesOf(name: string): Buffer | undefined;
  stop(): Promise<void>;
}

function folderBank(base: string, open: (folder: string) => Promise<RemoteFiles>, stop: () => Promise<void>): Bank {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'));
  const at = (name: string) => join(folder, name);
  return {
    base: base === '' ? folder : base,
    open: () => open(folder),
    put: (name, bytes) => writeFileSync(at(name), bytes),
    makeDirectory: (name) => mkdirSync(at(name)),
    makeLink: (name) => symlinkSync('/etc/hostname', at(name)),
    bytesOf: (name) => (existsSync(at(name)) ? readFileSync(at(name)) : undefined),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function directoryBank(): Promise<Bank> {
  return folderBank(
    '/',
    (root) => openRemoteFiles({ kind: 'directory', root }, { env: {} }),
    async () => undefined,
  );
}

async function memoryBank(): Promise<Bank> {
  const server = await SftpTestServer.start();
  const at = (name: string) => `/${name}`;
  return {
    base: '/',
    open: () => openRemoteFiles(channelTo(server), { env: environmentOf(server) }),
    put: (name, bytes) => void server.nodes.set(at(name), { kind: 'file', bytes }),
    makeDirectory: (name) => void server.nodes.set(at(name), { kind: 'directory' }),
    makeLink: (name) => void server.nodes.set(at(name), { kind: 'link' }),
    bytesOf: (name) => {
      const node = server.nodes.get(at(name));
      return node?.kind === 'file' ? node.bytes : undefined;
    },
    stop: () => server.stop(),
  };
}

async function opensshBank(): Promise<Bank> {
  const sshd = await Sshd.start();
  const channel = channelTo(sshd, { username: sshd.username, private_key: { file: sshd.clientKeyFile } });
  return folderBank(
    '',
    () => openRemoteFiles(channel, { env: {} }),
    () => sshd.stop(),
  );
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof ChannelError ? `${error.step}: ${error.fault}` : error),
  );

async function bytesFrom(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const hash = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex');

function contract(start: () => Promise<Bank>): void {
  let bank: Bank;
  let files: RemoteFiles;
  let next = 0;
  beforeAll(async () => {
    bank = await start();
    files = await bank.open();
  });
  afterAll(async () => {
    await files.close();
    await bank.stop();
  });

  const fresh = (extension = 'ach') => `file-${next++}.${extension}`;
  const at = (name: string) => join(bank.base, name);

  it.each([0, 1, 94, 32_768, 32_769, 65_536, 3 * MEGABYTE + 7])('writes %i bytes and reads them back', async (size) => {
    const [name, bytes] = [fresh(), randomBytes(size)];
    expect(await files.writeNew(at(name), [bytes.subarray(0, 5), bytes.subarray(5)])).toBe(size);
    expect(hash(bank.bytesOf(name))).toBe(hash(bytes));
    expect(hash(await bytesFrom(files.read(at(name), LIMIT)))).toBe(hash(bytes));
    expect(await files.stat(at(name))).toMatchObject({ kind: 'file', size });
  });

  it('writes content that arrives slowly and in uneven chunks', async () => {
    const name = fresh();
    const bytes = randomBytes(200_000);
    async function* slowly() {
      for (let from = 0, size = 1; from < bytes.length; from += size, size = size * 3 + 1) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield bytes.subarray(from, from + size);
      }
    }
    await files.writeNew(at(name), slowly());
    expect(hash(bank.bytesOf(name))).toBe(hash(bytes));
  });

  it('never writes over a file', async () => {
    const name = fresh();
    bank.put(name, Buffer.from('first'));
    expect(await faultOf(files.writeNew(at(name), [Buffer.from('second')]))).toBe('write: exists');
    expect(bank.bytesOf(name)?.toString()).toBe('first');
  });

  it('renames a file to a free name', async () => {
    const [from, to] = [fresh('part'), fresh()];
    bank.put(from, Buffer.from('bytes'));
    await files.renameNew(at(from), at(to));
    expect([bank.bytesOf(from), bank.bytesOf(to)?.toString()]).toEqual([undefined, 'bytes']);
  });

  it('never renames over a file', async () => {
    const [from, to] = [fresh('part'), fresh()];
    bank.put(from, Buffer.from('new'));
    bank.put(to, Buffer.from('old'));
    expect(await faultOf(files.renameNew(at(from), at(to)))).toBe('rename: exists');
    expect([bank.bytesOf(from)?.toString(), bank.bytesOf(to)?.toString()]).toEqual(['new', 'old']);
  });

  it('lets one of several renames to the same name succeed', async () => {
    const to = fresh();
    const sources = [1, 2, 3, 4, 5].map((n) => [fresh('part'), String(n)] as const);
    for (const [name, text] of sources) bank.put(name, Buffer.from(text));
    const others = await Promise.all([1, 2, 3, 4].map(() => bank.open()));
    const outcomes = await Promise.all(
      sources.map(([name], index) => faultOf([files, ...others][index]!.renameNew(at(name), at(to)))),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(outcomes.sort()).toEqual(['no error', ...Array<string>(4).fill('rename: exists')]);
    const left = sources.filter(([name]) => bank.bytesOf(name) !== undefined).map(([, text]) => text);
    expect([...left, bank.bytesOf(to)?.toString()].sort()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('refuses to rename what does not exist', async () => {
    expect(await faultOf(files.renameNew(at(fresh()), at(fresh())))).toBe('rename: path');
  });

  it('removes a file once', async () => {
    const name = fresh();
    bank.put(name, Buffer.from('x'));
    expect([await files.remove(at(name)), await files.remove(at(name))]).toEqual([true, false]);
    expect(bank.bytesOf(name)).toBeUndefined();
  });

  it('lists regular files with plain names only', async () => {
    bank.makeDirectory('listed');
    bank.put('listed/a.ach', Buffer.from('123'));
    bank.put('listed/.part', Buffer.from(''));
    bank.put('listed/b\u001b[31m.ach', Buffer.from('1'));
    bank.makeDirectory('listed/folder');
    bank.makeLink('listed/link.ach');
    const { files: found, skipped } = await files.list(at('listed'));
    expect(found.map(({ name, size }) => `${name} ${size}`).sort()).toEqual(['.part 0', 'a.ach 3']);
    expect(skipped).toBe(3);
    expect(found.every(({ modifiedAt }) => Number(modifiedAt) > 0)).toBe(true);
  });

  it('lists an empty directory', async () => {
    bank.makeDirectory('empty');
    expect(await files.list(at('empty'))).toEqual({ files: [], skipped: 0 });
  });

  it('tells files from everything else, and follows no link', async () => {
    bank.makeDirectory('folder');
    bank.makeLink('link');
    expect(await files.stat(at('folder'))).toMatchObject({ kind: 'other' });
    expect(await files.stat(at('link'))).toMatchObject({ kind: 'other' });
    expect(await files.stat(at('nothing'))).toBeUndefined();
  });

  it('reads no more than the limit', async () => {
    const name = fresh();
    bank.put(name, randomBytes(100_000));
    expect(await faultOf(bytesFrom(files.read(at(name), { maxBytes: 99_999 })))).toBe('read: path');
    expect((await bytesFrom(files.read(at(name), { maxBytes: 100_000 }))).length).toBe(100_000);
  });

  it('lets a reader stop early, and goes on', async () => {
    const name = fresh();
    bank.put(name, randomBytes(3 * MEGABYTE));
    for await (const chunk of files.read(at(name), LIMIT)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await files.stat(at(name))).toMatchObject({ size: 3 * MEGABYTE });
  });

  it('passes on an error of the content, and goes on', async () => {
    function* broken() {
      yield Buffer.from('half');
      throw new Error('no more rows');
    }
    await expect(files.writeNew(at(fresh()), broken())).rejects.toThrow('no more rows');
    expect(await faultOf(files.list(at('')))).toBe('no error');
  });

  it.each([
    ['list', (path: string) => files.list(path)],
    ['read', (path: string) => bytesFrom(files.read(path, LIMIT))],
    ['write', (path: string) => files.writeNew(join(path, 'x'), [])],
  ])('names a missing directory or file at %s', async (step, work) => {
    expect(await faultOf(work(at('missing')))).toMatch(new RegExp(`^${step}: (path|quota)$`));
  });

  it('does nothing after it was closed', async () => {
    const other = await bank.open();
    await other.close();
    await other.close();
    expect(await faultOf(other.list(at('')))).toBe('list: broken');
    expect(await faultOf(other.writeNew(at(fresh()), []))).toBe('write: broken');
  });
}

describe('remote files in a directory', () => {
  contract(directoryBank);

  it('leave the directory of the channel by no link and by no step upward', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    const root = mkdtempSync(join(tmpdir(), 'root-'));
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(root, 'link'));
    symlinkSync(join(outside, 'secret'), join(root, 'file'));
    const files = await openRemoteFiles({ kind: 'directory', root }, { env: {} });
    expect(await faultOf(files.list('/link'))).toBe('list: path');
    expect(await faultOf(bytesFrom(files.read('/link/secret', LIMIT)))).toBe('read: path');
    expect(await faultOf(bytesFrom(files.read('/file', LIMIT)))).toBe('read: path');
    expect(await faultOf(files.writeNew('/link/new', []))).toBe('write: path');
    expect(await faultOf(files.writeNew('/../new', []))).toBe('write: path');
    expect(await faultOf(files.remove('/link/secret'))).toBe('remove: path');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    for (const folder of [outside, root]) rmSync(folder, { recursive: true });
  });
});

describe('a rename in a directory that a process died in', () => {
  const HOUR_MS = 3_600_000;
  const old = '.a.ach.part.leaving';
  let root: string;
  let files: RemoteFiles;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'root-'));
    files = await openRemoteFiles({ kind: 'directory', root }, { env: {} });
    for (const name of [old, '.other.leaving', 'b.ach.part.leaving', 'c.ach.part']) writeFileSync(join(root, name), '');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(root, { recursive: true });
  });
  const renameAfter = async (ms: number) => {
    const now = Date.now() + ms;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    await files.renameNew('/c.ach.part', '/c.ach');
    return readdirSync(root).sort();
  };

  it('leaves a hidden file that a rename an hour later removes, and nothing else', async () => {
    expect(await renameAfter(HOUR_MS + 60_000)).toEqual(['.other.leaving', 'b.ach.part.leaving', 'c.ach']);
  });

  it('is left alone while another process may be in the middle of it', async () => {
    expect(await renameAfter(HOUR_MS - 60_000)).toContain(old);
  });
});

describe('remote files over SFTP, with a server in memory', () => {
  contract(memoryBank);
});

describeIf(hasSshd, 'remote files over OpenSSH: NOT TESTED, openssh-server is not installed')(
  'remote files over SFTP, with OpenSSH',
  () => contract(opensshBank),
);
