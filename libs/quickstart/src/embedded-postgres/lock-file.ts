import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.js';

interface Holder {
  readonly pid: number;
  readonly identity: string;
  readonly token: string;
}

/**
 * A lock held by one living process: a file with its pid and the identity of that run. A killed process's file is no
 * lock, even if another program now has its pid.
 */
export class LockFile {
  private readonly token = randomUUID();

  constructor(private readonly path: string) {}

  /** Takes the lock. Returns `undefined` when it is ours now, else the pid of the living process that holds it. */
  acquire(): number | undefined {
    const offer = `${this.path}.${this.token}`;
    const identity = processIdentity(process.pid) ?? String(process.pid);
    writeFileSync(offer, JSON.stringify({ pid: process.pid, identity, token: this.token } satisfies Holder), {
      mode: 0o600,
    });
    try {
      // link() fails when the name exists, and shows the file only with its whole content: no half-written lock.
      while (!this.link(offer)) {
        const holder = this.read(this.path);
        if (holder && processIdentity(holder.pid) === holder.identity) return holder.pid;
        this.discard(holder);
      }
      return undefined;
    } finally {
      rmSync(offer, { force: true });
    }
  }

  /** Releases the lock; does nothing when it is not ours. */
  release(): void {
    if (this.read(this.path)?.token === this.token) rmSync(this.path, { force: true });
  }

  private link(offer: string): boolean {
    try {
      linkSync(offer, this.path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Removes a stale lock; if another process took the lock meanwhile, its lock is restored. */
  private discard(stale: Holder | undefined): void {
    const aside = `${this.path}.${this.token}.stale`;
    try {
      renameSync(this.path, aside);
    } catch {
      return;
    }
    const moved = this.read(aside);
    if (moved && moved.token !== stale?.token) this.link(aside);
    rmSync(aside, { force: true });
  }

  private read(path: string): Holder | undefined {
    try {
      const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
      return isHolder(parsed) ? parsed : undefined;
    } catch {
      return undefined;
    }
  }
}

function isHolder(value: unknown): value is Holder {
  const fields = value as Partial<Holder> | null;
  return typeof fields?.pid === 'number' && typeof fields.identity === 'string' && typeof fields.token === 'string';
}
