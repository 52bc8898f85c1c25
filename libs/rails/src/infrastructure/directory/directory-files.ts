import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, opendir, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { HOUR_MS } from '@payments/kernel';
import type {
  Content,
  ReadLimit,
  RemoteFile,
  RemoteFiles,
  RemoteListing,
  RemoteStat,
} from '../../application/ports.js';
import { ChannelError, type ChannelFault, type ChannelStep } from '../../domain/channel-error.js';
import { CountedBytes } from '../counted-bytes.js';
import { isPlainName, MOST_LISTED } from '../plain-name.js';

const READ_BYTES = 262_144;
/** Another program on this machine takes the files to the bank, often with another user of the same group. */
const FILE_MODE = 0o640;

const FAULTS: Readonly<Record<string, ChannelFault>> = {
  ...{ EEXIST: 'exists', ENOSPC: 'quota', EDQUOT: 'quota', EFBIG: 'quota' },
  ...{ ENOENT: 'path', ENOTDIR: 'path', EISDIR: 'path', EACCES: 'path', EPERM: 'path', EROFS: 'path', ELOOP: 'path' },
  ...{ ENAMETOOLONG: 'path', EXDEV: 'path', EMLINK: 'path', ENXIO: 'path', EINVAL: 'path', ENOTSUP: 'path' },
};

/** Files below one directory of this machine, which another program exchanges with the bank. */
export class DirectoryFiles implements RemoteFiles {
  private closed = false;

  private constructor(private readonly root: string) {}

  /** @throws ChannelError when the directory cannot be listed. */
  static async open(root: string): Promise<DirectoryFiles> {
    const real = await faulty('connect', root, () => realpath(root));
    await faulty('connect', root, async () => (await opendir(real)).close());
    return new DirectoryFiles(real);
  }

  list(directory: string): Promise<RemoteListing> {
    return this.at('list', directory, async (path) => {
      const files: RemoteFile[] = [];
      let skipped = 0;
      for await (const { name } of await opendir(path)) {
        const stats = isPlainName(name) ? await statsOf(join(path, name)) : undefined;
        if (stats?.isFile()) files.push({ name, size: stats.size, modifiedAt: stats.mtime });
        else skipped += 1;
        if (files.length + skipped > MOST_LISTED) throw tooMany();
      }
      return { files, skipped };
    });
  }

  stat(path: string): Promise<RemoteStat | undefined> {
    return this.at('stat', path, async (real) => {
      const stats = await statsOf(real);
      return stats && { kind: stats.isFile() ? 'file' : 'other', size: stats.size, modifiedAt: stats.mtime };
    });
  }

  async *read(path: string, { maxBytes }: ReadLimit): AsyncGenerator<Buffer, void, undefined> {
    // A pipe would wait for a writer, and a link could lead out of the root.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await this.at('read', path, (real) => open(real, flags));
    try {
      const stats = await faulty('read', path, () => handle.stat());
      if (!stats.isFile()) throw new ChannelError('read', 'path', `${path}: is no file`);
      const counted = new CountedBytes(stats.size, maxBytes);
      for (;;) {
        const { buffer, bytesRead } = await faulty('read', path, () =>
          handle.read({ buffer: Buffer.alloc(READ_BYTES) }),
        );
        if (bytesRead === 0) break;
        counted.add(bytesRead);
        yield buffer.subarray(0, bytesRead);
      }
      counted.end();
    } finally {
      await handle.close();
    }
  }

  writeNew(path: string, content: Content): Promise<number> {
    return this.at('write', path, async (real) => {
      const handle = await open(real, 'wx', FILE_MODE);
      try {
        const bytes = await writeAll(handle, content);
        await handle.sync();
        return bytes;
      } finally {
        await handle.close();
      }
    }).then(async (bytes) => {
      await this.at('write', dirname(path), syncDirectory);
      return bytes;
    });
  }

  /**
   * A link fails when its target exists, while a rename would replace it. The file gives up its name first: another program
   * may take the target at once, so after a crash only a file that still has its old name was certainly not renamed.
   */
  async renameNew(from: string, to: string): Promise<void> {
    const source = await this.at('rename', from, (real) => Promise.resolve(real));
    await this.at('rename', to, async (target) => {
      if (!(await statsOf(source))?.isFile()) throw new ChannelError('rename', 'path', `${from}: is no file`);
      const leaving = leavingOf(source);
      await rename(source, leaving);
      await syncDirectory(dirname(source));
      await link(leaving, target).catch(async (error: unknown) => {
        await rename(leaving, source);
        throw error;
      });
      await unlink(leaving).catch((error: unknown) => {
        throw new ChannelError('rename', 'broken', `${from}: has its new name, but also ${leaving} (${codeOf(error)})`);
      });
      await syncDirectory(dirname(target));
      await removeLeavings(source);
      await syncDirectory(dirname(source));
    });
  }

  remove(path: string): Promise<boolean> {
    return this.at('remove', path, async (real) => {
      try {
        await unlink(real);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
      await syncDirectory(dirname(real));
      return true;
    });
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  /** Runs the work with the real path, if its directory is still below the root. */
  private at<T>(step: ChannelStep, path: string, work: (real: string) => Promise<T>): Promise<T> {
    return faulty(step, path, async () => {
      if (this.closed) throw new ChannelError(step, 'broken', 'the channel is closed');
      const wanted = join(this.root, path);
      if (wanted === this.root || wanted === `${this.root}${sep}`) return work(this.root);
      const folder = await realpath(dirname(wanted));
      const real = step === 'list' ? await realpath(wanted) : join(folder, wanted.slice(dirname(wanted).length + 1));
      if (this.isBelow(folder) && this.isBelow(real)) return work(real);
      throw new ChannelError(step, 'path', `${path}: leads out of the directory of the channel; remove the link`);
    });
  }

  private isBelow(path: string): boolean {
    return path === this.root || path.startsWith(this.root === sep ? sep : `${this.root}${sep}`);
  }
}

async function writeAll(handle: FileHandle, content: Content): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
    bytes += chunk.length;
  }
  return bytes;
}

/** A name is on disk only when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const LEAVING = '.leaving';
const leavingOf = (source: string) => join(dirname(source), `.${basename(source)}${LEAVING}`);

/**
 * Removes what renames of such files left behind when a process died in the middle of them. A rename takes milliseconds, so
 * after an hour nobody is in the middle of it; and what was left proves nothing about the file that it was.
 */
async function removeLeavings(source: string): Promise<void> {
  const folder = dirname(source);
  const suffix = `${extname(source)}${LEAVING}`;
  for await (const { name } of await opendir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(suffix)) continue;
    const stats = await statsOf(join(folder, name));
    const isOld = stats?.isFile() && Date.now() - Math.max(stats.ctimeMs, stats.mtimeMs) > HOUR_MS;
    if (isOld) await unlink(join(folder, name)).catch(unlessGone);
  }
}

function unlessGone(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Errors of the file system become a ChannelError; those of the content that is written stay what they are. */
async function faulty<T>(step: ChannelStep, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof ChannelError || code === undefined || (error as NodeJS.ErrnoException).syscall === undefined)
      throw error;
    throw new ChannelError(step, FAULTS[code] ?? 'broken', `${path}: ${code}`);
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const tooMany = () =>
  new ChannelError('list', 'path', `more than ${MOST_LISTED} names; ask the bank to clear the directory`);
