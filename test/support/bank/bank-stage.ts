import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AchFile } from '../../../apps/bank/src/ach/ach-file.js';
import { readAchFile } from '../../../apps/bank/src/ach/file-reader.js';
import { Faults } from '../../../apps/bank/src/faults/faults.js';
import type { BankEvent } from '../../../apps/bank/src/journal/events.js';
import { parseBankSettings } from '../../../apps/bank/src/settings/bank-settings.js';
import { SimulatedBank, type SimulatedBankOptions } from '../../../apps/bank/src/simulated-bank.js';
import { WEDNESDAY } from './company-files.js';

const DAY_MS = 2000;

export interface StageOptions extends Partial<Pick<SimulatedBankOptions, 'disk' | 'sftpPort'>> {
  /** The content of rules.json. */
  readonly settings?: object;
  /** The content of faults.json. */
  readonly faults?: object;
}

/** A simulated bank in a directory of its own, whose time and rounds the test decides. */
export class BankStage {
  readonly directory = mkdtempSync(join(tmpdir(), 'bank-'));
  readonly printed: string[] = [];
  now = WEDNESDAY;
  bank: SimulatedBank;

  constructor(private readonly options: StageOptions = {}) {
    this.bank = this.openBank();
  }

  /** A new bank on the same directory, as after a crash. */
  restart(disk?: SimulatedBankOptions['disk']): void {
    this.bank = this.openBank(disk);
  }

  private openBank(disk = this.options.disk): SimulatedBank {
    const { settings = {}, faults = { faults: {} }, sftpPort } = this.options;
    const bank = new SimulatedBank({
      directory: this.directory,
      settings: parseBankSettings(JSON.stringify(settings), 'rules.json'),
      faults: Faults.parse(JSON.stringify(faults), 'faults.json'),
      stableMs: 0,
      print: (line) => this.printed.push(line),
      clock: () => this.now,
      ...(disk ? { disk } : {}),
      ...(sftpPort === undefined ? {} : { sftpPort }),
    });
    bank.open();
    return bank;
  }

  put(name: string, bytes: Buffer): void {
    writeFileSync(join(this.directory, 'inbound', name), bytes);
  }

  /** Puts a file, and lets the bank take it. */
  send(bytes: Buffer, name = 'a.ach'): void {
    this.put(name, bytes);
    this.bank.round();
  }

  /** Puts a file for the company, which the bank did not write. */
  putOutbound(name: string, bytes: Buffer): void {
    writeFileSync(join(this.directory, 'outbound', name), bytes);
  }

  /** Removes what lies for the company. */
  clearOutbound(): void {
    for (const name of this.list('outbound')) rmSync(join(this.directory, 'outbound', name));
  }

  /** Lets a number of the bank's days pass, one after the other. */
  pass(days: number): void {
    for (let day = 0; day < days; day++) {
      this.now += DAY_MS;
      this.bank.round();
    }
  }

  list(directory: string): string[] {
    return readdirSync(join(this.directory, directory)).sort();
  }

  read(directory: string, name: string): Buffer {
    return readFileSync(join(this.directory, directory, name));
  }

  text(name: string): string {
    return this.read('outbound', name).toString('latin1');
  }

  /** The files of a kind that lie for the company, read by the bank's own reader. */
  answers(kind: 'return' | 'change'): AchFile[] {
    return this.list('outbound')
      .filter((name) => name.startsWith(kind))
      .map((name) => readAchFile(this.read('outbound', name)));
  }

  /** All addenda of the answers, with what identifies their entries. */
  answered(kind: 'return' | 'change') {
    return this.answers(kind).flatMap(({ batches }) =>
      batches.flatMap(({ header, entries }) =>
        entries.map(({ addenda: [addenda], ...entry }) => ({ header, entry, addenda: addenda! })),
      ),
    );
  }

  journal(): BankEvent[] {
    return this.read('.bank', 'journal.jsonl')
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as BankEvent);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}
