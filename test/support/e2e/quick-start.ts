import type { PaymentsClient } from '@payments/client';
import { clientOf } from './client.js';
import { freePorts, portSettings } from './free-ports.js';
import type { Ports } from './free-ports.js';
import { Program } from './program.js';
import type { Ending } from './program.js';
import { StartDirectory } from './start-directory.js';

const READY = 'Ctrl-C stops everything.';

/** `npm start` with a directory of its own. */
export class QuickStart {
  readonly directory = new StartDirectory();
  readonly settings: Readonly<Record<string, string>>;
  program!: Program;

  private constructor(readonly ports: Ports) {
    this.settings = { ...portSettings(ports), DATA_DIR: this.directory.path, SANDBOX_DAY_SECONDS: '0.2' };
  }

  static async begin(): Promise<QuickStart> {
    const service = new QuickStart(await freePorts());
    await service.start();
    return service;
  }

  async start(): Promise<void> {
    this.program = new Program('cli', { args: ['start'], settings: this.settings });
    await this.program.says(READY);
  }

  /** Runs a command beside it. */
  command(...args: string[]): Promise<Ending> {
    return Program.run('cli', { args, settings: this.settings });
  }

  client(): PaymentsClient {
    const credentials = this.directory.credentials();
    return clientOf(credentials.base_url, credentials);
  }

  async remove(): Promise<void> {
    await this.program.stop('SIGTERM');
    this.directory.remove();
  }
}
