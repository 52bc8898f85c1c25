import { Injectable } from '@nestjs/common';
import { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import type { FileState } from '../domain/file-state.js';
import { BankSession } from './bank-session.js';
import { compareRemote } from './compare-remote.js';
import { Channels, Payloads } from './ports.js';
import type { Content, RemoteFiles } from './ports.js';
import { remotePaths } from './remote-paths.js';

/** uploaded: the bank has the bytes · absent: it certainly has nothing under this name · doubtful: nobody knows */
export type SendOutcome =
  | { readonly at: 'uploaded' }
  | { readonly at: 'absent'; readonly error: ChannelError }
  | { readonly at: 'doubtful'; readonly reason: 'name_taken' | 'lost' };

export interface SendSteps {
  /** Before the file can get its final name. */
  readonly onCommit: () => Promise<void>;
  /** Now and then while its bytes are sent. */
  readonly onProgress: () => Promise<void>;
}

const UPLOADED: SendOutcome = { at: 'uploaded' };

/** Brings the bytes of a file to the bank under its name, exactly once, or says what is certain about it. */
@Injectable()
export class SendFile {
  constructor(
    private readonly channels: Channels,
    private readonly payloads: Payloads,
  ) {}

  /** Any number of files over one channel, which is closed in the end. */
  async over<T>(connection: Connection, work: (session: BankSession) => Promise<T>): Promise<T> {
    const session = new BankSession(connection, this.channels);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }

  /** Sends a file that is certainly not there under our control. Nothing that exists is overwritten. */
  async execute(session: BankSession, file: FileState, steps: SendSteps): Promise<SendOutcome> {
    const { connection } = session;
    let mayExist = false;
    const onCommit = async () => {
      await steps.onCommit();
      mayExist = true;
    };
    try {
      const outcome = await session.use(
        (files) => this.send(files, { connection, file, ...steps, onCommit }),
        () => !mayExist,
      );
      if (outcome.at === 'absent') session.refused(outcome.error);
      return outcome;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      // The channel broke after the file may have got its name: only another look can tell.
      return mayExist ? this.look(session, file) : { at: 'absent', error };
    }
  }

  /** What is certain about a file that may have got its final name. Without a connection, nothing is. */
  async look(session: BankSession, file: FileState): Promise<SendOutcome> {
    const { connection } = session;
    try {
      return await session.use(async (files) => {
        const paths = remotePaths(connection, file);
        const found = await compareRemote(files, paths.final, { connection, file });
        if (found === 'same') return UPLOADED;
        if (found === 'other')
          return { at: 'doubtful', reason: connection.outbound.upload === 'direct' ? 'lost' : 'name_taken' };
        const isTemporaryLeft = paths.temporary !== paths.final && (await files.stat(paths.temporary)) !== undefined;
        // The rename did not happen, or else the bank has fetched the file, or somebody cleaned up.
        if (!isTemporaryLeft) return { at: 'doubtful', reason: 'lost' };
        return { at: 'absent', error: new ChannelError('rename', 'broken', `${paths.temporary}: was not renamed`) };
      });
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      return { at: 'doubtful', reason: 'lost' };
    }
  }

  private async send(files: RemoteFiles, { connection, file, ...steps }: Sending): Promise<SendOutcome> {
    const { final, temporary } = remotePaths(connection, file);
    const before = await compareRemote(files, final, { connection, file });
    if (before === 'same') return UPLOADED;
    if (before === 'other') return { at: 'doubtful', reason: 'name_taken' };
    const content = progressing(this.payloads.read(file.document_id!), steps.onProgress);
    if (temporary === final) {
      await steps.onCommit();
      await files.writeNew(final, content);
      return this.checked(files, final, { connection, file });
    }
    // Ours, of a broken attempt: under this name it was never the bank's.
    await files.remove(temporary);
    await files.writeNew(temporary, content);
    if ((await compareRemote(files, temporary, { connection, file })) !== 'same') {
      await files.remove(temporary);
      throw new ChannelError('write', 'quota', `${temporary}: does not hold what was written`);
    }
    await steps.onCommit();
    await files.renameNew(temporary, final).catch((error: unknown) => {
      // The name is taken or refused: nothing happened, and what is there decides.
      if (!(error instanceof ChannelError) || error.fault === 'broken') throw error;
    });
    return this.checked(files, final, { connection, file });
  }

  // The bank may have fetched it at once. A temporary file that is still there shows that nothing happened.
  private async checked(
    files: RemoteFiles,
    final: string,
    sending: Pick<Sending, 'connection' | 'file'>,
  ): Promise<SendOutcome> {
    const found = await compareRemote(files, final, sending);
    if (found === 'same') return UPLOADED;
    if (found === 'other') return { at: 'doubtful', reason: 'name_taken' };
    const { temporary } = remotePaths(sending.connection, sending.file);
    if (temporary === final || (await files.stat(temporary)) === undefined) return UPLOADED;
    return { at: 'absent', error: new ChannelError('rename', 'path', `${temporary}: the server did not rename it`) };
  }
}

interface Sending extends SendSteps {
  readonly connection: Connection;
  readonly file: FileState;
}

async function* progressing(content: Content, onProgress: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await onProgress();
    yield chunk;
  }
}
