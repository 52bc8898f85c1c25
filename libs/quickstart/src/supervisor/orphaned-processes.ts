import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../terminal.js';
import { type ProcessRecord, isAlive, readRun } from '../data-directory/run-file.js';

const POLL_MS = 50;
/** Time for the processes of a killed supervisor to end by themselves, once their IPC channel is closed. */
const GRACE_MS = 10_000;
const KILL_MS = 2_000;

/** Waits until the api and the worker of a killed start have ended, so that their ports and work are free. */
export async function endLeftovers(runFile: string, { say }: Terminal): Promise<void> {
  const run = readRun(runFile);
  if (!run || run.alive) return;
  if (!run.children.some(isAlive)) return;
  say('waiting for the processes of an earlier start to exit');
  signalAll(run.children, 'SIGTERM');
  if (await allGone(run.children, GRACE_MS)) return;
  signalAll(run.children, 'SIGKILL');
  await allGone(run.children, KILL_MS);
}

function signalAll(records: readonly ProcessRecord[], signal: NodeJS.Signals): void {
  for (const record of records.filter(isAlive)) {
    try {
      process.kill(record.pid, signal);
    } catch {
      // It ended between the check and the signal.
    }
  }
}

async function allGone(records: readonly ProcessRecord[], limitMs: number): Promise<boolean> {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(POLL_MS)) {
    if (!records.some(isAlive)) return true;
  }
  return false;
}
