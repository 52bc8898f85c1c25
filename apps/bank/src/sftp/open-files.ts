import { closeSync, fstatSync, fsyncSync, readSync, writeSync, type Stats } from 'node:fs';
import type { Location } from './company-files.js';

/** A disk without space, as SFTP clients see it. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** The connection must break now. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
}

/** Clients may ask for more, and ask again for the rest. */
const LONGEST_READ = 256 * 1024;

interface Limits {
  /** Bytes that pass before the connection breaks. */
  readonly resetAt: number;
  /** Bytes that fit on the disk. */
  readonly fullAt: number;
}

/** A file that a client has open, with what goes wrong at it. */
export class OpenFile {
  private passed = 0;

  constructor(
    private readonly file: number,
    public location: Required<Location>,
    readonly isWritten: boolean,
    private readonly limits: Limits,
  ) {}

  /** Empty at the end of the file. @throws ConnectionFault */
  read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.min(length, LONGEST_READ));
    const count = readSync(this.file, bytes, 0, bytes.length, offset);
    this.passed += count;
    if (this.passed >= this.limits.resetAt) throw new ConnectionFault();
    return bytes.subarray(0, count);
  }

  /** Writes what fits. @throws ConnectionFault, DiskFullError */
  write(offset: number, bytes: Buffer): void {
    const { resetAt, fullAt } = this.limits;
    const fits = Math.max(0, Math.min(resetAt, fullAt) - this.passed);
    const written = bytes.subarray(0, fits);
    for (let at = 0; at < written.length;) at += writeSync(this.file, written, at, written.length - at, offset + at);
    this.passed += written.length;
    if (written.length === bytes.length) return;
    throw resetAt <= fullAt ? new ConnectionFault() : new DiskFullError();
  }

  stat(): Stats {
    return fstatSync(this.file);
  }

  close(): void {
    if (this.isWritten) fsyncSync(this.file);
    closeSync(this.file);
  }
}
