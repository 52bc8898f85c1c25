import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** The calls that change or read files. Tests replace it to fail, or to stop the bank, at any of them. */
export interface Disk {
  makeDirectory(path: string): void;
  /** Names of the plain files in a directory, sorted. */
  list(path: string): string[];
  /** Undefined if there is no such file. */
  stat(path: string): { readonly size: number; readonly modifiedMs: number } | undefined;
  read(path: string): Buffer;
  /** Replaces the file; the bytes are on the disk when it returns. */
  write(path: string, bytes: Buffer): void;
  /** The bytes are on the disk when it returns. */
  append(path: string, bytes: Buffer): void;
  truncate(path: string, size: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
}

const OWNER_ONLY = 0o600;

function writeSynced(path: string, flags: string, bytes: Buffer): void {
  const file = openSync(path, flags, OWNER_ONLY);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export const realDisk: Disk = {
  makeDirectory: (path) => void mkdirSync(path, { recursive: true }),
  list: (path) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
  stat: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { size: found.size, modifiedMs: found.mtimeMs };
  },
  read: (path) => readFileSync(path),
  write: (path, bytes) => writeSynced(path, 'w', bytes),
  append: (path, bytes) => writeSynced(path, 'a', bytes),
  truncate: (path, size) => {
    if (!existsSync(path)) return;
    const file = openSync(path, 'r+');
    try {
      ftruncateSync(file, size);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { force: true }),
};
