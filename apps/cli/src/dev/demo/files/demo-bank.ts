import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../../../support/cli.error.js';

const PROGRAM = join(__dirname, '..', '..', '..', '..', '..', 'bank', 'src', 'main.js');
const DAY_SECONDS = '0.5';

/** The simulated bank as a process. It ends with this one, however that ends. */
export class DemoBank {
  private child: ChildProcess | undefined;

  constructor(readonly directory: string) {}

  /** Starts a bank that knows nothing of earlier ones. @throws CliError when it cannot start */
  async start(): Promise<void> {
    rmSync(this.directory, { recursive: true, force: true });
    const child = spawn(process.execPath, [PROGRAM, '--dir', this.directory, '--day-seconds', DAY_SECONDS], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.child = child;
    const failed = once(child, 'exit').then(([code]) => {
      throw new CliError(`the simulated bank ended (${String(code)}); its reason is above`);
    });
    // It says where it works once it is open. What it says later is not read, and must not block it.
    await Promise.race([once(child.stdout!, 'data'), failed]);
    child.stdout!.resume();
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
