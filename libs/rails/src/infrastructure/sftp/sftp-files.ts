import type { FileEntryWithStats, SFTPWrapper } from 'ssh2';
import type {
  Content,
  ReadLimit,
  RemoteFile,
  RemoteFiles,
  RemoteListing,
  RemoteStat,
} from '../../application/ports.js';
import { ChannelError, type ChannelStep } from '../../domain/channel-error.js';
import type { SftpChannel } from '../../domain/connection.js';
import { CountedBytes } from '../counted-bytes.js';
import { isPlainName, MOST_LISTED } from '../plain-name.js';
import { type OpenOptions, openSession } from './open-session.js';
import {
  type Attributes,
  isAttributes,
  isCount,
  isEntries,
  isHandle,
  isNothing,
  isRegular,
  sizeAndTime,
} from './sftp-responses.js';
import { RefusedRequest, type SftpSession } from './sftp-session.js';
import { SFTP_STATUS } from './sftp-status.js';

/** What every server takes in one request. */
const PIECE_BYTES = 32_768;
/** Requests on their way at the same time, so that distance does not slow a transfer down. */
const PIPELINED = 16;

type Send = (sftp: SFTPWrapper, callback: (error: unknown, value?: unknown) => void) => void;

/** Files of a bank over SFTP, version 3. */
export class SftpFiles implements RemoteFiles {
  private constructor(private readonly session: SftpSession) {}

  /** @throws ChannelError */
  static async open(channel: SftpChannel, options: OpenOptions): Promise<SftpFiles> {
    return new SftpFiles(await openSession(channel, options));
  }

  async list(directory: string): Promise<RemoteListing> {
    const handle = await this.handle('list', directory, (sftp, callback) => sftp.opendir(directory, callback));
    const files: RemoteFile[] = [];
    let skipped = 0;
    for await (const names of this.names(handle, directory)) {
      for (const { filename: name, attrs, longname } of names) {
        if (name === '.' || name === '..') continue;
        if (isRegular(attrs, longname) && isPlainName(name)) files.push({ name, ...sizeAndTime(attrs) });
        else skipped += 1;
      }
      if (files.length + skipped <= MOST_LISTED) continue;
      await this.closeHandle(handle, 'list', directory);
      throw new ChannelError(
        'list',
        'path',
        `${directory} has more than ${MOST_LISTED} names; ask the bank to clear it`,
      );
    }
    await this.closeHandle(handle, 'list', directory);
    return { files, skipped };
  }

  async stat(path: string): Promise<RemoteStat | undefined> {
    const found = await this.statOf(path, 'stat');
    return found && { kind: isRegular(found) ? 'file' : 'other', ...sizeAndTime(found) };
  }

  async *read(path: string, { maxBytes }: ReadLimit): AsyncGenerator<Buffer, void, undefined> {
    const handle = await this.handle('read', path, (sftp, callback) => sftp.open(path, 'r', callback));
    try {
      const send: Send = (sftp, callback) => sftp.fstat(handle, callback);
      const { size } = sizeAndTime(await this.session.request({ step: 'read', path, send, accepts: isAttributes }));
      const counted = new CountedBytes(size, maxBytes);
      for await (const piece of this.pieces(handle, path, size ?? Infinity)) {
        counted.add(piece.length);
        yield piece;
      }
      counted.end();
    } finally {
      // After an error the connection may be gone, and its handles with it.
      await this.closeHandle(handle, 'read', path).catch(() => undefined);
    }
  }

  async writeNew(path: string, content: Content): Promise<number> {
    const handle = await this.create(path);
    try {
      const bytes = await this.writeAll(handle, path, content);
      if (this.session.canSync)
        await this.done('write', path, (sftp, callback) => sftp.ext_openssh_fsync(handle, callback));
      await this.closeHandle(handle, 'write', path);
      return bytes;
    } catch (error) {
      await this.closeHandle(handle, 'write', path).catch(() => undefined);
      throw error;
    }
  }

  /** Plain SSH_FXP_RENAME, which refuses a taken target; `posix-rename@openssh.com` would replace it. */
  async renameNew(from: string, to: string): Promise<void> {
    // Some servers replace the target even so.
    if (await this.statOf(to, 'rename')) throw taken('rename', to);
    try {
      await this.done('rename', from, (sftp, callback) => sftp.rename(from, to, callback));
    } catch (error) {
      if (isFailure(error) && (await this.statOf(to, 'rename'))) throw taken('rename', to);
      throw error;
    }
  }

  async remove(path: string): Promise<boolean> {
    const removed = this.done('remove', path, (sftp, callback) => sftp.unlink(path, callback)).then(() => true);
    return (await unlessMissing(removed)) ?? false;
  }

  close(): Promise<void> {
    return this.session.close();
  }

  /** Creates the file. A server that finds its name taken answers FAILURE, as for many other reasons. */
  private async create(path: string): Promise<Buffer> {
    try {
      return await this.handle('write', path, (sftp, callback) => sftp.open(path, 'wx', callback));
    } catch (error) {
      if (isFailure(error) && (await this.statOf(path, 'write'))) throw taken('write', path);
      throw error;
    }
  }

  private async writeAll(handle: Buffer, path: string, content: Content): Promise<number> {
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    let bytes = 0;
    try {
      for await (const piece of inPieces(content)) {
        const position = bytes;
        bytes += piece.length;
        const send: Send = (sftp, callback) => sftp.write(handle, piece, 0, piece.length, position, callback);
        const written = this.session
          .request({ step: 'write', path, send, accepts: isCount })
          .then(
            () => undefined,
            (error: unknown) => void failures.push(error),
          )
          .finally(() => running.delete(written));
        running.add(written);
        if (running.size >= PIPELINED) await Promise.race(running);
        if (failures.length > 0) break;
      }
    } finally {
      await Promise.all(running);
    }
    if (failures.length > 0) throw failures[0];
    return bytes;
  }

  /** The bytes up to `end`, in order, and what lies behind it if a server says too little. */
  private async *pieces(handle: Buffer, path: string, end: number): AsyncGenerator<Buffer, void, undefined> {
    const queue: { readonly wanted: number; readonly piece: Promise<Buffer> }[] = [];
    for (let position = 0; ;) {
      while (queue.length < PIPELINED && position < end) {
        const wanted = Math.min(PIECE_BYTES, end - position);
        const piece = this.piece(handle, path, { position, wanted });
        // Reported when its turn comes.
        piece.catch(() => undefined);
        queue.push({ wanted, piece });
        position += wanted;
      }
      const first = queue.shift();
      if (first === undefined) break;
      const piece = await first.piece;
      if (piece.length > 0) yield piece;
      if (piece.length < first.wanted) return;
    }
    const rest = await this.piece(handle, path, { position: end, wanted: 1 });
    if (rest.length > 0) yield rest;
  }

  /** Fewer bytes than wanted only at the end of the file. */
  private async piece(
    handle: Buffer,
    path: string,
    { position, wanted }: { position: number; wanted: number },
  ): Promise<Buffer> {
    const buffer = Buffer.alloc(wanted);
    let used = 0;
    while (used < wanted) {
      const [offset, at] = [used, position + used];
      const send: Send = (sftp, callback) => sftp.read(handle, buffer, offset, wanted - offset, at, callback);
      const read = await this.session.request({ step: 'read', path, send, accepts: isCount });
      if (read === 0) break;
      used += read;
    }
    return buffer.subarray(0, used);
  }

  private async *names(handle: Buffer, path: string): AsyncGenerator<readonly FileEntryWithStats[], void, undefined> {
    const send: Send = (sftp, callback) => {
      // With its own entries, so that a listing that has only these differs from its end.
      (sftp.readdir as (handle: Buffer, options: object, callback: unknown) => void)(handle, { full: true }, callback);
    };
    for (;;) {
      try {
        const names = await this.session.request({ step: 'list', path, send, accepts: isEntries });
        if (names.length === 0) return;
        yield names;
      } catch (error) {
        if (error instanceof RefusedRequest && error.status === SFTP_STATUS.END_OF_FILE) return;
        throw error;
      }
    }
  }

  private statOf(path: string, step: ChannelStep): Promise<Attributes | undefined> {
    const send: Send = (sftp, callback) => sftp.lstat(path, callback);
    return unlessMissing(this.session.request({ step, path, send, accepts: isAttributes }));
  }

  private handle(step: ChannelStep, path: string, send: Send): Promise<Buffer> {
    return this.session.request({ step, path, send, accepts: isHandle });
  }

  private closeHandle(handle: Buffer, step: ChannelStep, path: string): Promise<void> {
    return this.done(step, path, (sftp, callback) => sftp.close(handle, callback));
  }

  private async done(step: ChannelStep, path: string, send: Send): Promise<void> {
    await this.session.request({ step, path, send, accepts: isNothing });
  }
}

async function* inPieces(content: Content): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedRequest && MISSING.has(error.status)) return undefined;
    throw error;
  }
}

const MISSING: ReadonlySet<number> = new Set([SFTP_STATUS.NO_SUCH_FILE, SFTP_STATUS.NO_SUCH_PATH]);

const isFailure = (error: unknown) => error instanceof RefusedRequest && error.status === SFTP_STATUS.FAILURE;

const taken = (step: ChannelStep, path: string) =>
  new ChannelError(step, 'exists', `${path} exists already, and nothing is ever overwritten`);
