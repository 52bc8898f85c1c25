import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import type { FileState } from '../domain/file-state.js';
import { BankSession } from './bank-session.js';
import type { Channels, Content, Payloads, RemoteFiles } from './ports.js';
import { SendFile } from './send-file.js';
import type { SendOutcome } from './send-file.js';

const BYTES = Buffer.from('the bytes of a file');
const FINAL = '/in/a.ach';
const TEMPORARY = '/in/a.ach.part';
const file = {
  ...{ id: '1', file_name: 'a.ach', document_id: '2', size: BigInt(BYTES.length) },
  sha256: createHash('sha256').update(BYTES).digest(),
} as unknown as FileState;
const connectionWith = (outbound: object = {}) =>
  ({
    outbound: {
      directory: '/in',
      upload: 'rename',
      temporary: '{name}.part',
      staging_directory: null,
      verify: 'size',
      ...outbound,
    },
  }) as unknown as Connection;

/** A bank whose connection breaks at one operation, before or after it takes effect. */
class BrittleBank implements RemoteFiles {
  readonly stored = new Map<string, Buffer>();
  operations = 0;
  opened = 0;
  readonly renamed: string[] = [];
  private isBroken = false;
  /** A disk that is full may keep a name without its bytes, and say nothing. */
  keepsBytes = true;

  constructor(private readonly breaksAt: { readonly operation: number; readonly when: 'before' | 'after' }) {}

  open(): RemoteFiles {
    this.opened += 1;
    this.isBroken = false;
    return this;
  }

  list = () => Promise.reject(new Error('is not used'));
  close = () => Promise.resolve();
  stat = (path: string) =>
    this.step(() => {
      const bytes = this.stored.get(path);
      return bytes && { kind: 'file' as const, size: bytes.length, modifiedAt: undefined };
    });
  remove = (path: string) => this.step(() => this.stored.delete(path));

  async *read(path: string): AsyncGenerator<Buffer, void, undefined> {
    yield await this.step(() => this.stored.get(path)!);
  }

  async writeNew(path: string, content: Content): Promise<number> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    // A connection that breaks leaves half of them.
    return this.step(
      () => {
        if (this.stored.has(path)) throw new ChannelError('write', 'exists', path);
        this.stored.set(path, this.keepsBytes ? bytes : Buffer.alloc(0));
        return bytes.length;
      },
      () => this.stored.set(path, bytes.subarray(0, 5)),
    );
  }

  renameNew = (from: string, to: string) =>
    this.step(() => {
      if (this.stored.has(to)) throw new ChannelError('rename', 'exists', to);
      this.stored.set(to, this.stored.get(from)!);
      this.stored.delete(from);
      this.renamed.push(to);
    });

  private step<T>(effect: () => T, partial: () => unknown = () => undefined): Promise<T> {
    const broken = new ChannelError('stat', 'broken', 'the connection broke');
    if (this.isBroken) return Promise.reject(broken);
    const isNow = this.operations++ === this.breaksAt.operation;
    if (isNow) this.isBroken = true;
    if (isNow && this.breaksAt.when === 'before') {
      partial();
      return Promise.reject(broken);
    }
    try {
      const result = effect();
      return isNow ? Promise.reject(broken) : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function sender(bank: BrittleBank) {
  const channels = { open: () => Promise.resolve(bank.open()) } as unknown as Channels;
  async function* read() {
    yield await Promise.resolve(BYTES);
  }
  const sendFile = new SendFile(channels, { read } as unknown as Payloads);
  return {
    execute: (connection: Connection) => sendFile.over(connection, (session) => sendFile.execute(session, file, steps)),
    all: (files: readonly FileState[]) =>
      sendFile.over(connectionWith(), async (session) => {
        const outcomes: SendOutcome[] = [];
        for (const each of files) outcomes.push(await sendFile.execute(session, each, steps));
        return outcomes;
      }),
    look: (connection: Connection) => sendFile.over(connection, (session) => sendFile.look(session, file)),
  };
}

const steps = { onCommit: () => Promise.resolve(), onProgress: () => Promise.resolve() };
const NEVER = { operation: -1, when: 'before' } as const;

describe('SendFile', () => {
  it('writes under a temporary name, and renames', async () => {
    const bank = new BrittleBank(NEVER);
    expect(await sender(bank).execute(connectionWith())).toEqual({ at: 'uploaded' });
    expect([...bank.stored]).toEqual([[FINAL, BYTES]]);
  });

  it('says uploaded when an earlier attempt was through, and writes nothing', async () => {
    const bank = new BrittleBank(NEVER);
    bank.stored.set(FINAL, BYTES);
    expect(await sender(bank).execute(connectionWith())).toEqual({ at: 'uploaded' });
    expect(bank.operations).toBe(1);
  });

  it('leaves with the session what it has shown of the bank', async () => {
    const shown = async (bank: BrittleBank, connection = connectionWith()) => {
      const channels = { open: () => Promise.resolve(bank.open()) };
      const session = new BankSession(connection, channels);
      expect(session.outcome).toBeUndefined();
      const payloads = { read: () => Readable.from([BYTES]) } as unknown as Payloads;
      await new SendFile(channels, payloads).execute(session, file, steps);
      return session.outcome;
    };
    expect(await shown(new BrittleBank(NEVER))).toEqual({ succeeded: true });
    expect(await shown(new BrittleBank({ operation: 0, when: 'before' }))).toMatchObject({
      ...{ succeeded: false, failure: { step: 'stat', fault: 'broken' } },
    });
    const refusing = new BrittleBank(NEVER);
    refusing.renameNew = () => Promise.reject(new ChannelError('rename', 'path', 'is not allowed'));
    expect(await shown(refusing)).toMatchObject({ succeeded: true, failure: { step: 'rename', fault: 'path' } });
  });

  it.each([['size'], ['read_back']])('never overwrites another file under its name, compared by %s', async (verify) => {
    const bank = new BrittleBank(NEVER);
    const other = verify === 'size' ? Buffer.from('other') : Buffer.alloc(BYTES.length, 'x');
    bank.stored.set(FINAL, other);
    const outcome = await sender(bank).execute(connectionWith({ verify }));
    expect(outcome).toEqual({ at: 'doubtful', reason: 'name_taken' });
    expect(bank.stored.get(FINAL)).toBe(other);
  });

  it('removes what arrived without its bytes, and writes it anew in the next attempt', async () => {
    const bank = new BrittleBank(NEVER);
    bank.keepsBytes = false;
    const outcome = await sender(bank).execute(connectionWith());
    expect(outcome).toMatchObject({ at: 'absent', error: { step: 'write', fault: 'quota' } });
    expect([...bank.stored.keys()]).toEqual([]);
    bank.keepsBytes = true;
    expect(await sender(bank).execute(connectionWith())).toEqual({ at: 'uploaded' });
    expect([...bank.stored]).toEqual([[FINAL, BYTES]]);
  });

  it('writes anew what a broken attempt left under the temporary name', async () => {
    const bank = new BrittleBank(NEVER);
    bank.stored.set(TEMPORARY, Buffer.from('half'));
    expect(await sender(bank).execute(connectionWith())).toEqual({ at: 'uploaded' });
    expect([...bank.stored]).toEqual([[FINAL, BYTES]]);
  });

  const places = Array.from({ length: 8 }, (_, operation) =>
    (['before', 'after'] as const).map((when) => ({ operation, when })),
  ).flat();

  it.each(['rename', 'direct'])('tells the truth wherever the connection breaks, with %s', async (upload) => {
    for (const place of places) {
      const bank = new BrittleBank(place);
      const { at } = await sender(bank).execute(connectionWith({ upload }));
      const final = bank.stored.get(FINAL);
      if (at === 'uploaded') expect([place, final]).toEqual([place, BYTES]);
      if (at === 'absent') expect([place, final]).toEqual([place, undefined]);
    }
  });

  it('gets through with a second attempt wherever the first one certainly failed', async () => {
    for (const place of places) {
      const bank = new BrittleBank(place);
      const send = sender(bank);
      const first = await send.execute(connectionWith());
      const last = first.at === 'absent' ? await send.execute(connectionWith()) : first;
      expect([place, last.at, bank.stored.get(FINAL)]).toEqual([place, 'uploaded', BYTES]);
    }
  });

  const second = { ...file, file_name: 'b.ach' } as FileState;
  const OPERATIONS_OF_A_FILE = 6;

  it('sends several files over one channel', async () => {
    const bank = new BrittleBank(NEVER);
    const outcomes = await sender(bank).all([file, second]);
    expect(outcomes.map(({ at }) => at)).toEqual(['uploaded', 'uploaded']);
    expect([bank.opened, bank.operations]).toEqual([1, 2 * OPERATIONS_OF_A_FILE]);
  });

  it('goes on over a new channel when the server ended the first one between two files', async () => {
    const bank = new BrittleBank({ operation: OPERATIONS_OF_A_FILE, when: 'before' });
    const outcomes = await sender(bank).all([file, second]);
    expect(outcomes.map(({ at }) => at)).toEqual(['uploaded', 'uploaded']);
    expect([bank.opened, [...bank.stored.keys()]]).toEqual([2, [FINAL, '/in/b.ach']]);
  });

  it('writes nothing twice over one channel, wherever it breaks', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let operation = 0; operation < OPERATIONS_OF_A_FILE; operation += 1) {
        const bank = new BrittleBank({ operation: OPERATIONS_OF_A_FILE + operation, when });
        const [, { at }] = (await sender(bank).all([file, second])) as [SendOutcome, SendOutcome];
        const sent = bank.stored.get('/in/b.ach');
        expect([operation, when, bank.renamed]).toEqual([operation, when, [FINAL, ...(sent ? ['/in/b.ach'] : [])]]);
        expect([operation, when, at === 'uploaded']).toEqual([operation, when, sent !== undefined]);
      }
    }
  });

  it('is in doubt when neither name is there after an interruption', async () => {
    const outcome = await sender(new BrittleBank(NEVER)).look(connectionWith());
    expect(outcome).toEqual({ at: 'doubtful', reason: 'lost' });
  });
});
