import { constants, openSync, type Stats } from 'node:fs';
import { posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';
import type { Faults } from '../faults/faults.js';
import type { CompanyFiles } from './company-files.js';
import { ConnectionFault, DiskFullError, OpenFile } from './open-files.js';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const OWNER_ONLY = 0o600;

const STATUS_OF: Readonly<Record<string, number>> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
  EPERM: STATUS_CODE.PERMISSION_DENIED,
};

/** What the sessions of all connections share. */
export interface SftpShare {
  readonly files: CompanyFiles;
  readonly faults: Faults;
  readonly openFiles: Set<OpenFile>;
  /** The last listing of each directory. */
  readonly listings: Map<string, FileEntry[]>;
}

/** Answers the requests of one SFTP client. */
export class SftpSession {
  private readonly handles = new Map<number, OpenFile | FileEntry[]>();
  private nextHandle = 0;
  private readonly isSlow: boolean;

  constructor(
    private readonly sftp: SFTPWrapper,
    private readonly share: SftpShare,
    private readonly resetConnection: () => void,
  ) {
    this.isSlow = share.faults.strikes('slow');
    this.answerNames();
    this.answerFiles();
  }

  /** The connection has ended. */
  end(): void {
    for (const handle of [...this.handles.keys()]) this.close(handle);
  }

  private answerNames(): void {
    const { sftp, share } = this;
    const { files } = share;
    const stat = (id: number, path: string) => this.answer(id, () => sftp.attrs(id, attributes(files.stat(path))));
    sftp.on('STAT', stat);
    sftp.on('LSTAT', stat);
    sftp.on('REALPATH', (id, path) =>
      this.answer(id, () => {
        const filename = posix.normalize(`/${path}`);
        sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }]);
      }),
    );
    sftp.on('OPENDIR', (id, path) => this.answer(id, () => this.sendHandle(id, this.listing(path))));
    sftp.on('READDIR', (id, handle) => this.answer(id, () => this.readDirectory(id, handle)));
    sftp.on('REMOVE', (id, path) => this.answerOk(id, () => files.remove(path)));
    sftp.on('RENAME', (id, from, to) => this.answerOk(id, () => this.rename(from, to)));
    // Modes and times are the bank's own business; clients set them after an upload.
    sftp.on('SETSTAT', (id, path) => this.answerOk(id, () => files.stat(path)));
    for (const refused of ['MKDIR', 'RMDIR', 'SYMLINK', 'READLINK'] as const) {
      sftp.on(refused, (id: number) => sftp.status(id, STATUS_CODE.PERMISSION_DENIED));
    }
  }

  private answerFiles(): void {
    const { sftp } = this;
    sftp.on('OPEN', (id, path, flags) => this.answer(id, () => this.sendHandle(id, this.open(path, flags))));
    sftp.on('CLOSE', (id, handle) => this.answerOk(id, () => this.close(numberOf(handle))));
    sftp.on('FSTAT', (id, handle) => this.answer(id, () => sftp.attrs(id, attributes(this.fileOf(handle).stat()))));
    sftp.on('FSETSTAT', (id, handle) => this.answerOk(id, () => this.fileOf(handle)));
    sftp.on('READ', (...[id, handle, offset, length]) =>
      this.answer(id, () => this.sendData(id, this.fileOf(handle).read(offset, length)), length),
    );
    sftp.on('WRITE', (...[id, handle, offset, data]) =>
      this.answerOk(id, () => this.fileOf(handle).write(offset, data), data.length),
    );
  }

  /** Runs a request; its failure becomes a status, or the end of the connection. */
  private answer(id: number, work: () => void, bytes = 0): void {
    const wait = this.isSlow ? (bytes / this.share.faults.bytesPerSecond) * 1000 : 0;
    void (wait > 0 ? sleep(wait, undefined, { ref: false }) : Promise.resolve()).then(() => {
      try {
        work();
      } catch (error) {
        this.fail(id, error);
      }
    });
  }

  private sendData(id: number, bytes: Buffer): void {
    if (bytes.length === 0) this.sftp.status(id, STATUS_CODE.EOF);
    else this.sftp.data(id, bytes);
  }

  private fail(id: number, error: unknown): void {
    if (error instanceof ConnectionFault) return this.resetConnection();
    if (error instanceof DiskFullError) return this.sftp.status(id, STATUS_CODE.FAILURE, 'No space left on device');
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return this.sftp.status(id, STATUS_OF[code] ?? STATUS_CODE.FAILURE);
  }

  private answerOk(id: number, work: () => unknown, bytes = 0): void {
    this.answer(
      id,
      () => {
        work();
        this.sftp.status(id, STATUS_CODE.OK);
      },
      bytes,
    );
  }

  private sendHandle(id: number, opened: OpenFile | FileEntry[]): void {
    const handle = this.nextHandle++;
    this.handles.set(handle, opened);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(handle);
    this.sftp.handle(id, bytes);
  }

  private listing(path: string): FileEntry[] {
    const { files, faults, listings } = this.share;
    const { directory = '' } = files.locate(path);
    const entries = files.list(path).map(({ name, stats }) => fileEntry(name, stats));
    const earlier = listings.get(directory);
    if (earlier && faults.strikes('stale_listing')) return [...earlier];
    listings.set(directory, entries);
    return [...entries];
  }

  private readDirectory(id: number, handle: Buffer): void {
    const entries = this.handles.get(numberOf(handle));
    if (!Array.isArray(entries) || entries.length === 0) return this.sftp.status(id, STATUS_CODE.EOF);
    return this.sftp.name(id, entries.splice(0));
  }

  private open(path: string, flags: number): OpenFile {
    const { files, faults, openFiles } = this.share;
    const isWritten = (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND | OPEN_MODE.CREAT)) !== 0;
    const { location, file } = isWritten ? files.writableFileOf(path) : files.fileOf(path);
    if (!isWritten && faults.strikes('unreadable')) throw Object.assign(new Error('unreadable'), { code: 'EACCES' });
    const opened = new OpenFile(openSync(file, nodeFlags(flags), OWNER_ONLY), location, isWritten, {
      resetAt: faults.strikes('reset_at_byte') ? faults.byteOf('reset_at_byte') : Infinity,
      fullAt: isWritten && faults.strikes('disk_full') ? faults.byteOf('disk_full') : Infinity,
    });
    openFiles.add(opened);
    return opened;
  }

  private close(handle: number): void {
    const opened = this.handles.get(handle);
    this.handles.delete(handle);
    if (!(opened instanceof OpenFile)) return;
    this.share.openFiles.delete(opened);
    opened.close();
  }

  private rename(from: string, to: string): void {
    const { files, faults, openFiles } = this.share;
    const breaks = faults.strikes('reset_at_rename');
    if (breaks && !faults.isRenameDone) throw new ConnectionFault();
    const moved = files.rename(from, to);
    for (const file of openFiles) {
      const { directory, name } = file.location;
      if (directory === moved.from.directory && name === moved.from.name) file.location = moved.to;
    }
    if (breaks) throw new ConnectionFault();
  }

  private fileOf(handle: Buffer): OpenFile {
    const opened = this.handles.get(numberOf(handle));
    if (opened instanceof OpenFile) return opened;
    throw new Error('no such handle');
  }
}

const numberOf = (handle: Buffer): number => (handle.length === 4 ? handle.readUInt32BE() : -1);

function nodeFlags(flags: number): number {
  const has = (mode: number) => (flags & mode) !== 0;
  const access = has(OPEN_MODE.WRITE)
    ? has(OPEN_MODE.READ)
      ? constants.O_RDWR
      : constants.O_WRONLY
    : constants.O_RDONLY;
  return (
    access |
    (has(OPEN_MODE.CREAT) ? constants.O_CREAT : 0) |
    (has(OPEN_MODE.TRUNC) ? constants.O_TRUNC : 0) |
    (has(OPEN_MODE.EXCL) ? constants.O_EXCL : 0)
  );
}

function attributes(stats: Stats): Attributes {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = stats;
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}

function fileEntry(filename: string, stats: Stats): FileEntry {
  const kind = stats.isDirectory() ? 'drwx------' : '-rw-------';
  const date = stats.mtime.toISOString().slice(0, 10);
  return { filename, longname: `${kind} 1 bank bank ${stats.size} ${date} ${filename}`, attrs: attributes(stats) };
}
