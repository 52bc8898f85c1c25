import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PAGE_BYTES = 4_096;

/** A separate in-memory file system that can be filled up. Needs the right to mount. */
export class SmallDisk {
  private constructor(readonly directory: string) {}

  /** Undefined where it may not be mounted. */
  static mount(megabytes: number): SmallDisk | undefined {
    const directory = mkdtempSync(join(tmpdir(), 'payments-disk-'));
    const options = `size=${megabytes}m,mode=0755`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status === 0) {
      chmodSync(directory, 0o755);
      return new SmallDisk(directory);
    }
    rmSync(directory, { recursive: true });
    return undefined;
  }

  /** Fills it up. */
  fill(): void {
    const page = Buffer.alloc(PAGE_BYTES);
    for (;;) {
      try {
        appendFileSync(this.ballast, page);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      }
    }
  }

  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.directory]);
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get ballast(): string {
    return join(this.directory, 'ballast');
  }
}
