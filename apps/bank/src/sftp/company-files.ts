import { lstatSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { DIRECTORIES } from '../bank/workplace.js';

const WRITABLE: readonly string[] = ['inbound', 'archive'];
const NAME = /^[ -~]{1,200}$/;

/** A place that the company may name: the root, a directory, or a file in it. */
export interface Location {
  readonly directory?: string;
  readonly name?: string;
}

/** An operation that is not allowed, or a name that means nothing here. The code is that of Node's file system. */
class SftpRefusal extends Error {
  override readonly name = 'SftpRefusal';

  constructor(readonly code: 'ENOENT' | 'EACCES' | 'EEXIST') {
    super(code);
  }
}

/** What the company sees of the bank's directory: a few directories with files, and nothing else. */
export class CompanyFiles {
  constructor(private readonly root: string) {}

  /** @throws SftpRefusal */
  locate(path: string): Location {
    const parts = posix.normalize(`/${path}`).split('/').filter(Boolean);
    const [directory, name] = parts;
    if (directory === undefined) return {};
    if (!DIRECTORIES.some((known) => known === directory) || parts.length > 2) throw new SftpRefusal('ENOENT');
    if (name === undefined) return { directory };
    if (!NAME.test(name)) throw new SftpRefusal('ENOENT');
    return { directory, name };
  }

  /** The path of a file on this machine. @throws SftpRefusal if it is a directory */
  fileOf(path: string): { location: Required<Location>; file: string } {
    const { directory, name } = this.locate(path);
    if (directory === undefined || name === undefined) throw new SftpRefusal('EACCES');
    return { location: { directory, name }, file: join(this.root, directory, name) };
  }

  /** @throws SftpRefusal where the company may not write */
  writableFileOf(path: string): { location: Required<Location>; file: string } {
    const found = this.fileOf(path);
    if (!WRITABLE.includes(found.location.directory)) throw new SftpRefusal('EACCES');
    return found;
  }

  stat(path: string): Stats {
    const { directory = '', name = '' } = this.locate(path);
    return lstatSync(join(this.root, directory, name));
  }

  list(path: string): { readonly name: string; readonly stats: Stats }[] {
    const { directory, name } = this.locate(path);
    if (name !== undefined) throw new SftpRefusal('ENOENT');
    const names = directory === undefined ? [...DIRECTORIES] : readdirSync(join(this.root, directory)).sort();
    return names.flatMap((each) => {
      const stats = lstatSync(join(this.root, directory ?? '', each), { throwIfNoEntry: false });
      return stats ? [{ name: each, stats }] : [];
    });
  }

  /** Like OpenSSH's server, it never replaces a file. */
  rename(from: string, to: string): { from: Required<Location>; to: Required<Location> } {
    const source = this.fileOf(from);
    const target = this.writableFileOf(to);
    lstatSync(source.file);
    if (lstatSync(target.file, { throwIfNoEntry: false })) throw new SftpRefusal('EEXIST');
    renameSync(source.file, target.file);
    return { from: source.location, to: target.location };
  }

  remove(path: string): void {
    rmSync(this.fileOf(path).file);
  }
}
