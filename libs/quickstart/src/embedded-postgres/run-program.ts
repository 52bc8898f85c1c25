import { spawn } from 'node:child_process';
import { program } from './binaries.js';
import type { Place } from './cluster-location.js';

/** Exit code and joined output of a program of the server. */
export interface ProgramResult {
  readonly code: number;
  readonly output: string;
}

/** Runs one program of the server as its account and waits for its exit. It inherits none of our environment. */
export function runProgram(place: Place, name: 'initdb' | 'pg_ctl', args: string[]): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(place.binaries, name), args, {
      ...place.account,
      // The account may lack access to the current directory, but never to its home.
      cwd: place.home,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}
