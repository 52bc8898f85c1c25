import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnterpriseCredentials } from '@payments/auth';
import { resolveEnvironment } from '@payments/quickstart';
import { ask } from './ask.js';
import { endLeases } from './leases.js';

/** What `npm start` keeps in credentials.json. */
export interface StartCredentials extends EnterpriseCredentials {
  readonly base_url: string;
  readonly vault_url: string;
}

export interface RecordedPids {
  readonly supervisor: number;
  readonly services: readonly number[];
  readonly postgres: number;
}

/** A separate DATA_DIR, which does not exist before the first start. */
export class StartDirectory {
  readonly path: string;
  private readonly parent = mkdtempSync(join(tmpdir(), 'payments-start-'));

  constructor() {
    this.path = join(this.parent, 'data');
  }

  credentials(): StartCredentials {
    return JSON.parse(readFileSync(this.credentialsFile, 'utf8')) as StartCredentials;
  }

  /** The permission bits of credentials.json. */
  credentialsMode(): number {
    return statSync(this.credentialsFile).mode & 0o777;
  }

  /** The processes of the running start. */
  pids(): RecordedPids {
    const run = JSON.parse(readFileSync(join(this.path, 'run.json'), 'utf8')) as {
      supervisor: { pid: number };
      children: { pid: number }[];
    };
    const postmaster = readFileSync(join(this.home(), 'cluster', 'postmaster.pid'), 'utf8');
    return {
      supervisor: run.supervisor.pid,
      services: run.children.map(({ pid }) => pid),
      postgres: Number(postmaster.split('\n')[0]),
    };
  }

  /** Ends the leases of dead processes in the database of the running start. */
  async endLeases(): Promise<void> {
    const { DATABASE_ADMIN_URL = '' } = resolveEnvironment({ DATA_DIR: this.path });
    await endLeases((sql) => ask(DATABASE_ADMIN_URL, sql));
  }

  remove(): void {
    for (const path of [this.home(), this.parent]) rmSync(path, { recursive: true, force: true });
  }

  private get credentialsFile(): string {
    return join(this.path, 'credentials.json');
  }

  // For root the cluster may have to live elsewhere; location.txt then says where.
  private home(): string {
    const own = join(this.path, 'postgres');
    const pointer = join(own, 'location.txt');
    return existsSync(pointer) ? (readFileSync(pointer, 'utf8').split('\n')[0] ?? own) : own;
  }
}

/** True while the process exists and is no zombie. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
