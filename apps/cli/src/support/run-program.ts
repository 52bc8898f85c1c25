import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM'] as const;
const BY_SIGNAL = 128;

/**
 * Runs another program of the service in the foreground. Returns its exit status. The program gets a channel to this
 * process, which breaks when this process is killed.
 */
export async function runProgram(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal]);
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
