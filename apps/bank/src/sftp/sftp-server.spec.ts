import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { BankStage, type StageOptions } from '../../../../test/support/bank/bank-stage.js';
import { companyFile } from '../../../../test/support/bank/company-files.js';

const { STATUS_CODE } = ssh2.utils.sftp;

function newKey(): { private: string; public: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error) throw parsed;
  return { private: pem, public: `${parsed.type} ${parsed.getPublicSSH().toString('base64')}` };
}

const key = newKey();
const users = [{ name: 'acme', password: 'secret', public_keys: [key.public] }];

const PASSWORD: ConnectConfig = { username: 'acme', password: 'secret' };

class Company {
  hostKey = '';
  private readonly client = new ssh2.Client();
  private session: SFTPWrapper | undefined;
  readonly ended = new Promise<void>((resolve) => this.client.on('close', () => resolve()));

  async connect(port: number, login: ConnectConfig = PASSWORD): Promise<this> {
    const hostVerifier = (found: Buffer) => {
      this.hostKey = `SHA256:${createHash('sha256').update(found).digest('base64').replace(/=+$/, '')}`;
      return true;
    };
    // A connection that breaks later is seen in the requests.
    this.client.on('error', () => {});
    this.client.connect({ host: '127.0.0.1', port, hostVerifier, ...login });
    await once(this.client, 'ready');
    this.session = await promisify((done: (error: Error | undefined, sftp: SFTPWrapper) => void) =>
      this.client.sftp(done),
    )();
    return this;
  }

  get sftp(): SFTPWrapper {
    return this.session!;
  }

  names = async (path: string) =>
    (await promisify(this.sftp.readdir.bind(this.sftp))(path)).map(({ filename }) => filename);

  async write(path: string, bytes: Buffer): Promise<void> {
    const { sftp } = this;
    const handle = await promisify((done: (error: Error | undefined, handle: Buffer) => void) =>
      sftp.open(path, 'w', done),
    )();
    for (let at = 0; at < bytes.length; at += 500) {
      const part = bytes.subarray(at, at + 500);
      await promisify((done: (error: Error | null | undefined) => void) =>
        sftp.write(handle, part, 0, part.length, at, done),
      )();
    }
    await promisify((done: (error: Error | null | undefined) => void) => sftp.close(handle, done))();
  }

  read = (path: string) =>
    promisify((done: (error: Error | undefined, bytes: Buffer) => void) => this.sftp.readFile(path, done))();
  rename = (from: string, to: string) => promisify(this.sftp.rename.bind(this.sftp))(from, to);
  remove = (path: string) => promisify(this.sftp.unlink.bind(this.sftp))(path);
  stat = (path: string) => promisify(this.sftp.stat.bind(this.sftp))(path);
  makeDirectory = (path: string) =>
    promisify((done: (error: Error | null | undefined) => void) => this.sftp.mkdir(path, done))();

  end(): void {
    this.client.destroy();
  }
}

const stages: BankStage[] = [];
const companies: Company[] = [];

async function bankWith(options: StageOptions = {}): Promise<BankStage> {
  const stage = new BankStage({ sftpPort: 0, settings: { users }, ...options });
  stages.push(stage);
  await stage.bank.start();
  return stage;
}

async function companyAt(stage: BankStage, login?: ConnectConfig): Promise<Company> {
  const company = new Company();
  companies.push(company);
  return company.connect(stage.bank.sftpPort, login);
}

afterEach(async () => {
  for (const company of companies.splice(0)) company.end();
  for (const stage of stages.splice(0)) {
    await stage.bank.stop();
    stage.remove();
  }
});

const withFault = (name: string, rule: object = {}) => ({ faults: { faults: { [name]: { times: 1, ...rule } } } });
const status = (code: number) => expect.objectContaining({ code });

describe('the SFTP server of the simulated bank', () => {
  it('takes a file that is written under another name and renamed, and gives the acknowledgment', async () => {
    const stage = await bankWith();
    const company = await companyAt(stage);
    await company.write('/inbound/a.ach.part', companyFile());
    expect((await company.stat('/inbound/a.ach.part')).size).toBe(950);
    await company.rename('/inbound/a.ach.part', '/inbound/a.ach');
    stage.bank.round();
    expect(await company.names('/outbound')).toEqual(['acknowledgment-000001.txt']);
    expect((await company.read('/outbound/acknowledgment-000001.txt')).toString()).toContain('FILE a.ach ACCEPTED');
    await company.remove('/outbound/acknowledgment-000001.txt');
    expect(await company.names('outbound')).toEqual([]);
  });

  it('leaves a file alone that a company has open', async () => {
    const stage = await bankWith();
    const { sftp } = await companyAt(stage);
    const handle = await promisify((done: (error: Error | undefined, handle: Buffer) => void) =>
      sftp.open('/inbound/a.ach', 'w', done),
    )();
    stage.bank.round();
    expect(stage.list('inbound')).toEqual(['a.ach']);
    await promisify((done: (error: Error | null | undefined) => void) => sftp.close(handle, done))();
    stage.bank.round();
    expect(stage.list('inbound')).toEqual([]);
  });

  it('takes a password or a key of a user, and nothing else', async () => {
    const stage = await bankWith();
    await companyAt(stage, { username: 'acme', privateKey: key.private });
    const refused: ConnectConfig[] = [
      { username: 'acme', password: 'wrong' },
      { username: 'acme', password: '' },
      { username: 'nobody', password: 'secret' },
      { username: 'acme', privateKey: newKey().private },
    ];
    for (const login of refused) {
      await expect(companyAt(stage, login)).rejects.toThrow('authentication methods failed');
    }
  });

  it('generates a password when the settings have no user', async () => {
    const stage = await bankWith({ settings: {} });
    const password = readFileSync(join(stage.directory, '.bank/sftp-password'), 'utf8');
    await companyAt(stage, { username: 'company', password });
    expect(stage.printed.some((line) => line.startsWith('user company, password in '))).toBe(true);
  });

  it('has the same host key after a restart, and prints it', async () => {
    const stage = await bankWith();
    const { hostKey } = await companyAt(stage);
    expect(stage.printed.some((line) => line.endsWith(`host key ${hostKey}`))).toBe(true);
    await stage.bank.stop();
    stage.restart();
    await stage.bank.start();
    expect((await companyAt(stage)).hostKey).toBe(hostKey);
  });

  it('never replaces a file by a rename, and finds no file that is not there', async () => {
    const stage = await bankWith();
    const company = await companyAt(stage);
    await company.write('/inbound/a.part', companyFile());
    await company.write('/inbound/b.part', Buffer.from('b'));
    await expect(company.rename('/inbound/a.part', '/inbound/b.part')).rejects.toEqual(status(STATUS_CODE.FAILURE));
    await expect(company.rename('/inbound/c.part', '/inbound/d.part')).rejects.toEqual(
      status(STATUS_CODE.NO_SUCH_FILE),
    );
    await expect(company.stat('/inbound/c.part')).rejects.toEqual(status(STATUS_CODE.NO_SUCH_FILE));
    expect(stage.read('inbound', 'b.part').toString()).toBe('b');
  });

  it('shows nothing but its directories, and takes files only in two of them', async () => {
    const stage = await bankWith();
    const company = await companyAt(stage);
    expect(await company.names('/')).toEqual(['inbound', 'outbound', 'processed', 'failed', 'archive']);
    await expect(company.names('/.bank')).rejects.toEqual(status(STATUS_CODE.NO_SUCH_FILE));
    await expect(company.read('/inbound/../.bank/journal.jsonl')).rejects.toEqual(status(STATUS_CODE.NO_SUCH_FILE));
    await expect(company.read('../../etc/passwd')).rejects.toEqual(status(STATUS_CODE.NO_SUCH_FILE));
    for (const directory of ['outbound', 'processed', 'failed']) {
      const written = company.write(`/${directory}/x`, Buffer.from('x'));
      await expect(written).rejects.toEqual(status(STATUS_CODE.PERMISSION_DENIED));
    }
    await expect(company.makeDirectory('/inbound/x')).rejects.toEqual(status(STATUS_CODE.PERMISSION_DENIED));
  });

  it('lets the company move what it has fetched to the archive', async () => {
    const stage = await bankWith();
    const company = await companyAt(stage);
    stage.send(companyFile());
    await company.rename('/outbound/acknowledgment-000001.txt', '/archive/acknowledgment-000001.txt');
    expect(stage.list('archive')).toEqual(['acknowledgment-000001.txt']);
  });
});

describe('the faults of the SFTP server', () => {
  it('break an upload at a byte, after which another one works', async () => {
    const stage = await bankWith(withFault('reset_at_byte', { byte: 600 }));
    const company = await companyAt(stage);
    await expect(company.write('/inbound/a.part', companyFile())).rejects.toThrow();
    await company.ended;
    expect(stage.read('inbound', 'a.part')).toEqual(companyFile().subarray(0, 600));
    const again = await companyAt(stage);
    await again.write('/inbound/a.part', companyFile());
    expect(stage.read('inbound', 'a.part')).toEqual(companyFile());
  });

  it('break a download at a byte', async () => {
    const stage = await bankWith(withFault('reset_at_byte', { byte: 10 }));
    stage.send(companyFile());
    const company = await companyAt(stage);
    const path = '/outbound/acknowledgment-000001.txt';
    const read = company.read(path).then(() => 'read');
    expect(await Promise.race([read, company.ended.then(() => 'broken')])).toBe('broken');
    expect((await (await companyAt(stage)).read(path)).toString()).toContain('FILE a.ach ACCEPTED');
  });

  it.each([
    ['before it is done', false, ['a.part']],
    ['after it was done', true, ['a.txt']],
  ])('break a rename %s', async (_, done, left) => {
    const stage = await bankWith({
      ...withFault('reset_at_rename', { done }),
    });
    const company = await companyAt(stage);
    await company.write('/archive/a.part', companyFile());
    await expect(company.rename('/archive/a.part', '/archive/a.txt')).rejects.toThrow();
    expect(stage.list('archive')).toEqual(left);
  });

  it('show a listing of before', async () => {
    const stage = await bankWith(withFault('stale_listing'));
    const company = await companyAt(stage);
    await company.names('/outbound');
    stage.send(companyFile());
    expect(await company.names('/outbound')).toEqual([]);
    expect(await company.names('/outbound')).toEqual(['acknowledgment-000001.txt']);
  });

  it('list a file that cannot be read at first', async () => {
    const stage = await bankWith(withFault('unreadable'));
    const company = await companyAt(stage);
    stage.send(companyFile());
    const path = '/outbound/acknowledgment-000001.txt';
    await expect(company.read(path)).rejects.toEqual(status(STATUS_CODE.PERMISSION_DENIED));
    expect((await company.read(path)).length).toBeGreaterThan(0);
  });

  it('have no space on the disk after some bytes', async () => {
    const stage = await bankWith(withFault('disk_full', { byte: 700 }));
    const company = await companyAt(stage);
    await expect(company.write('/inbound/a.part', companyFile())).rejects.toEqual(status(STATUS_CODE.FAILURE));
    expect(stage.read('inbound', 'a.part')).toHaveLength(700);
  });

  it('are slow, by as many bytes a second', async () => {
    const stage = await bankWith(withFault('slow', { bytes_per_second: 4750 }));
    const company = await companyAt(stage);
    const start = performance.now();
    await company.write('/inbound/a.part', companyFile());
    // 950 bytes; timers may fire up to a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(190);
  });

  it('have another host key for a connection', async () => {
    const stage = await bankWith(withFault('changed_host_key'));
    const changed = await companyAt(stage);
    const usual = await companyAt(stage);
    expect(changed.hostKey).not.toBe(usual.hostKey);
    expect(stage.printed.some((line) => line.endsWith(usual.hostKey))).toBe(true);
  });
});
