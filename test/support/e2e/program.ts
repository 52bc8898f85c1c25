import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@payments/testing';
import { statusOf } from './raw.js';

const builtApps = join(__dirname, '../../../dist/apps');
const endsWithParent = join(__dirname, 'ends-with-parent.cjs');
/** Output may still be on its way when a program has ended; a database that it left behind holds no pipe of ours. */
const LAST_WORDS_MS = 500;

export interface Ending {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** A script that is run in the process before the program, whose modules it can load and change: they are not bundled. */
  readonly preload?: string;
  /** A file that takes its standard output, instead of `stdout`. */
  readonly output?: string;
  /** The directory of the apps of another build. */
  readonly apps?: string;
}

/** A process of the built service, with the given settings and no others from this process's environment. */
export class Program {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;
  private isStopped = false;

  constructor(
    readonly app: 'api' | 'worker' | 'cli' | 'bank',
    { args = [], settings, preload, output, apps = builtApps }: ProgramOptions,
  ) {
    const { PATH = '', HOME = '' } = process.env;
    const main = preload === undefined ? 'main.js' : 'unbundled.js';
    const scripts = [endsWithParent, ...(preload === undefined ? [] : [preload])].flatMap((path) => [
      '--require',
      path,
    ]);
    this.child = spawn(process.execPath, [...scripts, join(apps, app, 'src', main), ...args], {
      env: { PATH, HOME, ...settings },
      stdio: ['ignore', output === undefined ? 'pipe' : openSync(output, 'a'), 'pipe', 'ipc'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = this.ending();
  }

  /** Runs a command to its end. */
  static run(app: 'cli', options: ProgramOptions): Promise<Ending> {
    return new Program(app, options).ended;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the program did not start');
    return this.child.pid;
  }

  get runs(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The signal or exit code with which it crashed, or ended without being asked to; undefined if it did not. */
  get endedByItself(): string | undefined {
    return this.runs || this.isStopped ? undefined : String(this.child.signalCode ?? this.child.exitCode);
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals): Promise<Ending> {
    this.isStopped ||= this.runs;
    if (this.runs) this.child.kill(signal);
    return this.ended;
  }

  /** From now on its output is not read: its next line meets a closed pipe. */
  closeOutput(): void {
    this.child.stdout?.destroy();
  }

  /** Waits until it has written the text to standard output. @throws Error with its output when it ends instead. */
  async says(text: string): Promise<void> {
    await this.until(`the program says "${text}"`, () => this.stdout.includes(text));
  }

  /** Waits until the address returns 200. @throws Error with its output when it ends instead. */
  async answers(url: string): Promise<void> {
    // Another program may answer in place of one that has ended.
    await this.until(`${url} answers`, async () => (await statusOf(url)) === 200 && this.runs);
  }

  private async until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
    await eventually(what, async () => {
      if (await ask()) return true;
      if (!this.runs) throw new Error(`${what}: it ended instead\n${this.stdout}\n${this.stderr}`);
      return false;
    });
  }

  private async ending(): Promise<Ending> {
    const closed = once(this.child, 'close');
    const [code] = (await once(this.child, 'exit')) as [number | null];
    await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    return { code, stdout: this.stdout, stderr: this.stderr };
  }
}
