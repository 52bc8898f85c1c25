import { rmSync } from 'node:fs';
import { processIdentity } from '../embedded-postgres/index.js';
import { readJson, writePrivateJson } from './private-json.js';

/** One run of one process: the pid alone may belong to another program later. */
export interface ProcessRecord {
  readonly pid: number;
  readonly identity: string;
}

/** DATA_DIR/run.json: the running processes, for other commands and for the start after a crash. */
export interface Run {
  readonly supervisor: ProcessRecord;
  readonly children: readonly ProcessRecord[];
  readonly ports: { readonly api: number; readonly vault: number; readonly metrics: number };
  readonly base_url: string;
  readonly vault_url: string;
  readonly embedded: boolean;
  /** The service is being stopped. */
  readonly stopping: boolean;
}

export function recordOf(pid: number): ProcessRecord {
  return { pid, identity: processIdentity(pid) ?? 'gone' };
}

export function isAlive({ pid, identity }: ProcessRecord): boolean {
  return processIdentity(pid) === identity;
}

/** The last recorded run, and whether its supervisor is alive. `undefined` without one. */
export function readRun(path: string): (Run & { readonly alive: boolean }) | undefined {
  const run = readJson<Run>(path);
  if (!run?.supervisor || !run.children || !run.ports) return undefined;
  const { base_url = '', vault_url = '', embedded = false, stopping = false, supervisor, children, ports } = run;
  return { supervisor, children, ports, base_url, vault_url, embedded, stopping, alive: isAlive(supervisor) };
}

export function writeRun(path: string, run: Run): void {
  writePrivateJson(path, run);
}

export function removeRun(path: string): void {
  rmSync(path, { force: true });
}
