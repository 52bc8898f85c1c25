import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { processCpuMs } from '../embedded-postgres/index.js';
import type { Terminal } from '../terminal.js';
import type { LogView } from './log-view.js';

const BACKOFF_MS = [1_000, 2_000, 5_000];
/** A process that ran this long was healthy, so the backoff restarts at the shortest wait. */
const WELL_MS = 60_000;

/**
 * Node.js options of api and worker, wherever they run. V8 would let the heap grow to gigabytes before it collects in earnest;
 * with this limit a process stays below 300 MB at its top rate, where it uses about half of the limit.
 */
export const HEAP_OPTIONS = ['--max-old-space-size=320'] as const;

export interface ServiceOptions {
  readonly name: 'api' | 'worker';
  /** Path of the compiled main.js. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logs: LogView;
  readonly terminal: Pick<Terminal, 'say'>;
  /** Called after each start of the process, with its pid. */
  readonly onPid: () => void;
}

/** The api or the worker: a child in its own process group that is started again when it dies. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopping = false;
  private everReady = false;
  private startedAt = 0;

  constructor(private readonly options: ServiceOptions) {}

  get name(): string {
    return this.options.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Processor time of this run, in milliseconds; 0 while it is not known. */
  get cpuMs(): number {
    return this.child?.pid === undefined ? 0 : (processCpuMs(this.child.pid) ?? 0);
  }

  /** True when it ended before it was ever ready: a configuration error, which a restart does not fix. */
  get failedToStart(): boolean {
    return !this.everReady && this.child === undefined;
  }

  start(): void {
    const { program, env, logs, onPid } = this.options;
    // A separate process group shields it from Ctrl-C. The channel closes when this process ends.
    const output = logs.openForProcess();
    const options = ['--enable-source-maps', ...HEAP_OPTIONS];
    const child = spawn(process.execPath, [...options, program], {
      detached: true,
      env,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    this.child = child;
    this.startedAt = performance.now();
    logs.follow();
    child.once('error', (error) => this.options.terminal.say(`${this.name}: ${error.message}`));
    child.once('exit', (code, signal) => this.ended(signal ?? `code ${code}`));
    onPid();
  }

  ready(): void {
    this.everReady = true;
  }

  /** Asks the process to end (it finishes its work first) and resolves when it has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    if (this.child) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    this.options.logs.close();
  }

  kill(): void {
    this.stopping = true;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }

  private ended(how: string): void {
    this.child = undefined;
    if (this.stopping || !this.everReady) return;
    if (performance.now() - this.startedAt > WELL_MS) this.failures = 0;
    const wait = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)] ?? 0;
    this.failures += 1;
    this.options.terminal.say(`${this.name} stopped unexpectedly (${how}); restarting it in ${wait / 1000} s`);
    this.timer = setTimeout(() => this.start(), wait);
  }
}
