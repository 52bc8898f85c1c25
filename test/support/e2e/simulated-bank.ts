import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BankEvent } from '../../../apps/bank/src/journal/events.js';
import { freePorts } from './free-ports.js';
import { Program } from './program.js';

const SERVES = 'the bank works in';

export interface SimulatedBankOptions {
  readonly directory: string;
  readonly daySeconds: number;
  /** The content of rules.json. */
  readonly rules?: object;
  /** The content of faults.json. */
  readonly faults?: object;
}

/** The simulated bank in a separate process, over SFTP; its directory and its port outlive any number of lives. */
export class SimulatedBankProcess {
  private program: Program | undefined;
  private faults: object | undefined;
  private printed = '';

  private constructor(
    private readonly options: SimulatedBankOptions,
    readonly port: number,
  ) {
    this.faults = options.faults;
  }

  static async start(options: SimulatedBankOptions): Promise<SimulatedBankProcess> {
    mkdirSync(options.directory, { recursive: true });
    const bank = new SimulatedBankProcess(options, (await freePorts()).api);
    await bank.start();
    return bank;
  }

  get pid(): number {
    return this.program!.pid;
  }

  get directory(): string {
    return this.options.directory;
  }

  /** Of the user `company`. */
  get password(): string {
    return readFileSync(join(this.directory, '.bank/sftp-password'), 'utf8').trim();
  }

  /** SHA-256, as a profile pins it. */
  get hostKey(): string {
    return /host key (\S+)/.exec(this.printed)![1]!;
  }

  /** Starts it again after its end. */
  async start(): Promise<void> {
    const { directory, daySeconds, rules = {} } = this.options;
    const args = ['--dir', directory, '--sftp', String(this.port), '--day-seconds', String(daySeconds)];
    const program = new Program('bank', {
      args: [...args, '--rules', this.file('rules', rules), '--faults', this.file('faults', this.faults)],
      settings: {},
    });
    this.program = program;
    await program.says(SERVES);
    this.printed = program.stdout;
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    await this.program!.stop(signal);
  }

  /** From now on nothing goes wrong any more; what was planted before still comes. */
  async heal(): Promise<void> {
    this.faults = undefined;
    await this.kill('SIGTERM');
    await this.start();
  }

  /** What its journal holds: a group of events counts once it is complete. */
  journal(): BankEvent[] {
    const events: BankEvent[] = [];
    let group: BankEvent[] = [];
    const text = readFileSync(join(this.directory, '.bank/journal.jsonl'), 'utf8');
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
      if (line === '') continue;
      const { commit, ...event } = JSON.parse(line) as BankEvent & { commit?: true };
      group.push(event);
      if (!commit) continue;
      events.push(...group);
      group = [];
    }
    return events;
  }

  private file(name: string, content: object = { faults: {} }): string {
    const path = join(this.directory, '..', `${name}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  }
}
