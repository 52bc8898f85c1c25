import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process uses the bank's directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/** Two banks in one directory would spoil the journal. A bank that was killed leaves a lock that no longer counts. */
export class DirectoryLock {
  private readonly path: string;

  constructor(private readonly directory: string) {
    this.path = join(directory, 'lock');
  }

  /** @throws DirectoryInUseError */
  take(): void {
    mkdirSync(this.directory, { recursive: true });
    const holder = this.holder();
    if (holder !== undefined && holder !== process.pid && isRunning(holder)) {
      throw new DirectoryInUseError(
        `${this.directory} is used by process ${holder}; stop it, or use another directory`,
      );
    }
    writeFileSync(this.path, String(process.pid));
  }

  release(): void {
    if (this.holder() === process.pid) rmSync(this.path, { force: true });
  }

  private holder(): number | undefined {
    try {
      return Number(readFileSync(this.path, 'utf8')) || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
