import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelError, ConnectionLeases, Files, type FileState, openRemoteFiles, Payloads } from '@payments/rails';
import type { Connection, RemoteFiles } from '@payments/rails';
import { DAY_MS, FixedClock, MINUTE_MS } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { bankProfile } from '@payments/testing';
import { SendFile } from '../../libs/rails/src/application/send-file.js';
import { UploadFiles } from '../../libs/rails/src/application/upload-files.js';
import { parseProfiles } from '../../libs/rails/src/infrastructure/profiles/read-profiles.js';
import { BankStage } from '../support/bank/bank-stage.js';
import { channelTo } from '../support/sftp/channels.js';
import { hasSshd, Sshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';
import { aFile, type RailsStage, startRailsStage } from '../support/rails/rails-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src/application', 'libs/rails/src/infrastructure/sftp');

/** The worker is gone: nothing of it runs any more, and the bank sees a broken connection. */
class Death extends Error {}

/** The requests of an upload, in order. */
const REQUESTS = ['stat', 'remove', 'writeNew', 'stat', 'renameNew', 'stat'] as const;
type When = 'before' | 'amid' | 'after';

interface Point {
  readonly at: string;
  /** Counts from 1. */
  readonly request: number;
  readonly when: When;
  /** What the server does at the rename before its connection breaks. */
  readonly done?: boolean;
  /** Where the file ends if the bank takes it at once; if it keeps it where it is, it is always uploaded. */
  readonly ifTaken?: 'uploaded' | 'doubtful';
}

const POINTS: readonly Point[] = [
  { at: 'before the first request', request: 1, when: 'before' },
  { at: 'before the temporary file is begun', request: 2, when: 'after' },
  { at: 'amid the temporary file', request: 3, when: 'amid' },
  { at: 'after the temporary file', request: 3, when: 'after' },
  { at: 'after its check', request: 4, when: 'after' },
  { at: 'before the rename is sent', request: 5, when: 'before' },
  { at: 'amid a rename that the server did not do', request: 5, when: 'amid', done: false },
  { at: 'amid a rename that the server did', request: 5, when: 'amid', done: true, ifTaken: 'doubtful' },
  { at: 'after the rename', request: 5, when: 'after', ifTaken: 'doubtful' },
  { at: 'before the upload is recorded', request: 6, when: 'after', ifTaken: 'doubtful' },
];

/** A bank with an SFTP server, which takes what was uploaded when it is told. */
interface CrashBank {
  connection(name: string): Connection;
  readonly env: Readonly<Record<string, string>>;
  takeFiles(): void;
  /** The names of what was uploaded, and of what the bank took. */
  names(): { readonly inbound: string[]; readonly received: string[] };
  bytesOf(place: 'inbound' | 'received', name: string): Buffer;
  stop(): Promise<void>;
}

type StartBank = (point: Point) => Promise<CrashBank>;

async function simulatedBank({ done }: Point): Promise<CrashBank> {
  const faults = { faults: done === undefined ? {} : { reset_at_rename: { done, times: 1 } } };
  const bank = new BankStage({ sftpPort: 0, faults });
  const takeFiles = bank.bank.round.bind(bank.bank);
  bank.bank.round = () => undefined;
  await bank.bank.start();
  const folders = { inbound: 'inbound', received: '.bank/received' } as const;
  return {
    connection: (name) => connectionTo(bank, name),
    env: { PASSWORD: passwordOf(bank) },
    takeFiles: () => void takeFiles(),
    names: () => ({ inbound: bank.list(folders.inbound), received: bank.list(folders.received) }),
    bytesOf: (place, name) => readFileSync(join(bank.directory, folders[place], name)),
    stop: async () => {
      await bank.bank.stop();
      bank.remove();
    },
  };
}

async function opensshBank(): Promise<CrashBank> {
  const sshd = await Sshd.start();
  const folder = mkdtempSync(join(tmpdir(), 'openssh-bank-'));
  for (const place of ['inbound', 'received']) mkdirSync(join(folder, place));
  const list = (place: string) => readdirSync(join(folder, place)).sort();
  const channel = channelTo(sshd, { username: sshd.username, private_key: { file: sshd.clientKeyFile } });
  const { host, port, username, private_key, host_keys } = channel;
  return {
    connection: (name) =>
      parseProfiles(
        JSON.stringify(
          bankProfile({
            ...{ name, inbound: [], channel: { kind: 'sftp', host, port, username, private_key, host_keys } },
            outbound: { directory: join(folder, 'inbound'), name: '{origin}_{date}_{modifier}_{sequence}.ach' },
          }),
        ),
      )[0]!,
    env: {},
    takeFiles: () => {
      for (const name of list('inbound').filter((each) => !each.endsWith('.part'))) {
        renameSync(join(folder, 'inbound', name), join(folder, 'received', `000001-${name}`));
      }
    },
    names: () => ({ inbound: list('inbound'), received: list('received') }),
    bytesOf: (place, name) => readFileSync(join(folder, place, name)),
    stop: async () => {
      await sshd.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function crashMatrix(points: readonly Point[], startBank: StartBank): void {
  let stage: RailsStage;
  let next = 1;
  beforeAll(async () => {
    stage = await startRailsStage();
  });
  afterAll(() => stage.stop());

  const get = <T>(type: abstract new (...args: never[]) => T) => stage.app.get<T>(type, { strict: false });

  async function sealedFile(connection: Connection, bytes: Buffer, cutoffAt: Date): Promise<FileState> {
    const files = get(Files);
    const opened = await files.open(aFile({ connection: connection.name, cutoff_at: cutoffAt }));
    const named = { ...opened, file_name: 'payroll.ach', modifier: 'A', creation_date: '260715' };
    const closing = await files.close(opened, { ...named, state: 'closing' }, []);
    const { id: document_id, size, sha256 } = await get(Payloads).store(connection.name, [bytes]);
    return files.save(closing, { ...closing, state: 'sealed', document_id, size, sha256 });
  }

  /** Uploads in a bank of its own. What the worker does after its death is done by another one. */
  async function upload(point: Point, takesAtOnce: boolean) {
    const bank = await startBank(point);
    try {
      const connection = bank.connection(`bank-${next++}`);
      const clock = new FixedClock(new Date());
      const bytes = randomBytes(200_000);
      const file = await sealedFile(connection, bytes, new Date(clock.now().getTime() + DAY_MS));
      const worker = (die: boolean) => {
        const channels = {
          open: async ({ channel }: Connection) => {
            const files = await openRemoteFiles(channel, { env: bank.env });
            return observed(files, {
              dies: die ? point : undefined,
              after: takesAtOnce ? bank.takeFiles : () => undefined,
            });
          },
        };
        const sendFile = new SendFile(channels, get(Payloads));
        const log = new Log('test', 'silent');
        return new UploadFiles(get(Files), get(ConnectionLeases), sendFile, clock, get(Metrics), log);
      };
      await expect(worker(true).execute(connection)).rejects.toBeInstanceOf(Death);
      for (let round = 0; round < 3; round += 1) {
        await worker(false).execute(connection);
        clock.advance(10 * MINUTE_MS);
      }
      const names = bank.names();
      const finals = (['inbound', 'received'] as const).flatMap((place) =>
        names[place].map((name) => bank.bytesOf(place, name)),
      );
      const isWhole = finals.every((each) => each.equals(bytes));
      return { names, isWhole, state: (await get(Files).find(file.id))!.state };
    } finally {
      await bank.stop();
    }
  }

  it.each(points)('$at leaves one whole file at the bank', async (point) => {
    expect(await upload(point, false)).toEqual({
      ...{ names: { inbound: ['payroll.ach'], received: [] }, isWhole: true, state: 'uploaded' },
    });
  });

  it.each(points)('$at never sends twice what the bank took at once', async (point) => {
    expect(await upload(point, true)).toEqual({
      ...{
        names: { inbound: [], received: ['000001-payroll.ach'] },
        isWhole: true,
        state: point.ifTaken ?? 'uploaded',
      },
    });
  });
}

describe('a worker that dies in an upload over SFTP', () => {
  crashMatrix(POINTS, simulatedBank);
});

describeIf(hasSshd, 'a worker that dies in an upload to OpenSSH: NOT TESTED, openssh-server is not installed')(
  'a worker that dies in an upload to OpenSSH',
  () => {
    // OpenSSH does not break its connection on demand.
    crashMatrix(
      POINTS.filter(({ done }) => done === undefined),
      opensshBank,
    );
  },
);

describe('an upload that the server refuses', () => {
  let stage: RailsStage;
  beforeAll(async () => {
    stage = await startRailsStage();
  });
  afterAll(() => stage.stop());

  it.each([
    ['host_key', 'host_key', { state: 'held', reason: 'host_key' }],
    ['write', 'path', { state: 'held', reason: 'path' }],
    ['log_in', 'auth', { state: 'sealed', reason: null, last_error: 'log_in auth' }],
    ['write', 'quota', { state: 'sealed', reason: null, last_error: 'write quota' }],
  ] as const)('at %s with %s waits for an operator or for another attempt', async (step, fault, expected) => {
    const get = <T>(type: abstract new (...args: never[]) => T) => stage.app.get<T>(type, { strict: false });
    const files = get(Files);
    const name = `refused-${fault.replace('_', '-')}`;
    const opened = await files.open(aFile({ connection: name, cutoff_at: new Date(Date.now() + DAY_MS) }));
    const named = { ...opened, file_name: 'payroll.ach', modifier: 'A', creation_date: '260715' };
    const closing = await files.close(opened, { ...named, state: 'closing' }, []);
    const { id: document_id, size, sha256 } = await get(Payloads).store(name, [randomBytes(94)]);
    const file = await files.save(closing, { ...closing, state: 'sealed', document_id, size, sha256 });
    const channels = { open: () => Promise.reject(new ChannelError(step, fault, 'refused')) };
    const log = new Log('test', 'silent');
    const sendFile = new SendFile(channels, get(Payloads));
    const upload = new UploadFiles(
      files,
      get(ConnectionLeases),
      sendFile,
      new FixedClock(new Date()),
      get(Metrics),
      log,
    );
    await upload.execute(parseProfiles(JSON.stringify(bankProfile({ name })))[0]!);
    expect(await files.find(file.id)).toMatchObject({ ...expected, may_exist: false });
  });
});

function connectionTo(bank: BankStage, name: string): Connection {
  const [, port, key] = /SFTP on \S+ port (\d+), host key (\S+)/.exec(bank.printed.join('\n'))!;
  const channel = {
    ...{ kind: 'sftp', host: '127.0.0.1', port: Number(port), username: 'company', host_keys: [key] },
    password: { env: 'PASSWORD' },
  };
  return parseProfiles(JSON.stringify(bankProfile({ name, channel })))[0]!;
}

const passwordOf = (bank: BankStage) => readFileSync(join(bank.directory, '.bank/sftp-password'), 'utf8').trim();

interface Observation {
  readonly dies: { readonly request: number; readonly when: When } | undefined;
  /** What the bank does after each request. */
  readonly after: () => void;
}

/** A channel whose process dies at a request. */
function observed(files: RemoteFiles, { dies, after }: Observation): RemoteFiles {
  let count = 0;
  const counted = async <T>(name: (typeof REQUESTS)[number], work: (isAmid: boolean) => Promise<T>): Promise<T> => {
    const isHere = ++count === dies?.request;
    if (isHere) expect(name).toBe(REQUESTS[count - 1]);
    if (isHere && dies.when === 'before') throw new Death();
    try {
      const result = await work(isHere && dies.when === 'amid');
      after();
      if (isHere) throw new Death();
      return result;
    } catch (error) {
      after();
      // The connection broke together with the worker, which never learns of it.
      throw isHere && error instanceof ChannelError ? new Death() : error;
    }
  };
  return {
    list: (directory) => files.list(directory),
    read: (path, limit) => files.read(path, limit),
    close: () => files.close(),
    stat: (path) => counted('stat', () => files.stat(path)),
    remove: (path) => counted('remove', () => files.remove(path)),
    writeNew: (path, content) =>
      counted('writeNew', (isAmid) => files.writeNew(path, isAmid ? half(content) : content)),
    renameNew: (from, to) => counted('renameNew', () => files.renameNew(from, to)),
  };
}

async function* half(content: Parameters<RemoteFiles['writeNew']>[1]): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    yield chunk.subarray(0, chunk.length / 2);
    throw new Death();
  }
}
