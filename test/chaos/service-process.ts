import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '../support/e2e/program.js';
import type { EndingLine } from './evidence.js';

const AGAIN_MS = 500;
const LAST_WORDS = 2_000;

export interface ServiceProcessOptions {
  readonly name: string;
  readonly app: 'api' | 'worker';
  readonly settings: Readonly<Record<string, string>>;
  /** Returns 200 when it serves. */
  readonly readyUrl: string;
  readonly onEnd: (ending: EndingLine, output: string) => void;
}

/** An api or a worker that is started again whenever it ends by itself, as a supervisor would. */
export class ServiceProcess {
  private program: Program | undefined;
  private sent: NodeJS.Signals | undefined;
  private served = false;
  private wanted = false;

  constructor(private readonly options: ServiceProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  start(): void {
    const { app, settings } = this.options;
    this.wanted = true;
    this.sent = undefined;
    this.served = false;
    const program = new Program(app, { settings });
    this.program = program;
    void program.ended.then(({ code, stdout, stderr }) => this.onEnd(program, { code, stdout, stderr }));
  }

  /** Waits until it serves, however often it has to be started. @returns whether it does before `timeoutMs`. */
  async serves(timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    while (performance.now() < until) {
      if (await isReady(this.options.readyUrl)) {
        this.served = true;
        return true;
      }
      await sleep(50);
    }
    return false;
  }

  /** Sends a signal that ends it, and waits for its end. Only `start` restarts it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.wanted = false;
    this.sent = signal;
    await this.program?.stop(signal);
  }

  pause(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.program?.runs) process.kill(this.program.pid, signal);
  }

  private onEnd(
    program: Program,
    { code, stdout, stderr }: { code: number | null; stdout: string; stderr: string },
  ): void {
    const last_words = `${stdout}${stderr}`.slice(-LAST_WORDS);
    const ending = { at: Date.now(), process: this.name, code, served: this.served, last_words };
    this.options.onEnd({ ...ending, ...(this.sent && { signal: this.sent }) }, `${stdout}${stderr}`);
    const again = () => {
      if (this.wanted && this.program === program) this.start();
    };
    if (this.wanted) setTimeout(again, AGAIN_MS);
  }
}

export function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    },
    () => false,
  );
}
