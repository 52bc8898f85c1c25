import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { processCommand } from './process-identity.js';

/** A running server: its pid and its TCP port. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The server that runs on this cluster, read from postmaster.pid and checked against the process list: after a crash
 * the pid in that file may belong to any other program.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = processCommand(pid);
  return command?.includes('postgres') && command.includes(cluster) ? { pid, port } : undefined;
}

/** Removes the file of a dead server: Postgres would not start if another program got its pid. */
export function removeStalePid(cluster: string): void {
  if (!runningPostmaster(cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** False when npm replaced the program under the running server; new connections would then fail. */
export function runsProgram(postmaster: Postmaster, path: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const running = readlinkSync(`/proc/${postmaster.pid}/exe`);
    return !running.endsWith(' (deleted)') && basename(running) === basename(path) && existsSync(running);
  } catch {
    return false;
  }
}
